// While offline: a line under the header, marks on links to pages that are not stored here, and navigation to pages
// that are: docs/offline.md.

import { listPageCaches, offlinePath } from "../page-caches.ts";

const hint = "Not on this device";
const style = `
a[data-away] { color: var(--q-ink-soft) !important; text-decoration-style: dotted !important; }
header a:not([data-away]) { color: var(--q-ink) !important; }
main a[data-away=none][class] { border-color: var(--q-line) !important; background-color: transparent !important; }
[data-away-line] { position: sticky; top: 0; z-index: 3; }
@media (max-width: 639px) { :root:has([data-one-bar]) [data-away-line] { padding-inline: 8px 104px; } }
@media (min-width: 640px) and (max-width: 703px), (min-width: 640px) and (max-width: 1023px) and (max-height: 480px) {
  :root:has([data-one-bar]) [data-away-line] { padding-inline: 8px 216px; }
}`;

/** The addresses of pages stored on this device, or null while online. */
let kept: Set<string> | null = null;
let line: HTMLElement | undefined;
const sheet = new CSSStyleSheet();
sheet.replaceSync(style);
const watcher = new MutationObserver(mark);

const addressOf = ({ pathname, search }: Pick<URL, "pathname" | "search">) => pathname + search;
const isOurs = ({ origin, hash, href }: HTMLAnchorElement) =>
  origin === location.origin && !(hash && href.split("#")[0] === location.href.split("#")[0]);
const isKept = (link: HTMLAnchorElement) => link.pathname === offlinePath || kept?.has(addressOf(link));

async function readKept() {
  const names = await listPageCaches();
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return new Set(requests.flat().map(({ url }) => addressOf(new URL(url))));
}

/** @param text the line. Omitted if the page itself says that it is offline */
export async function start(text?: string): Promise<void> {
  if (kept) return;
  kept = await readKept().catch(() => new Set<string>());
  document.adoptedStyleSheets.push(sheet);
  if (text) show(text);
  mark();
  watcher.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["href"],
  });
}

function show(text: string): void {
  line = document.createElement("p");
  line.setAttribute("role", "status");
  line.dataset.keptLine = line.dataset.awayLine = "";
  const link = document.createElement("a");
  link.href = offlinePath;
  link.textContent = "More pages on this device";
  line.append(`${text} `, link);
  document.querySelector("body > header")?.after(line);
  resizeChat(line);
}

/** A chat fills the window below the header, so make space for the line. */
function resizeChat({ isConnected }: HTMLElement): void {
  const chat = document.querySelector<HTMLElement>("main > :last-child");
  if (document.querySelector("body > footer") || !chat) return;
  const top = chat.getBoundingClientRect().top + scrollY;
  const { marginBottom } = getComputedStyle(chat);
  chat.style.maxHeight = isConnected
    ? `calc(100dvh - ${top}px - ${marginBottom} - var(--q-thumb-bar, 0px))`
    : "";
}

function stop(): void {
  if (!kept) return;
  kept = null;
  watcher.disconnect();
  line?.remove();
  if (line) resizeChat(line);
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  for (const link of document.querySelectorAll<HTMLElement>("a[data-away]")) unmark(link);
}

function mark(): void {
  const links = document.querySelectorAll<HTMLAnchorElement>(
    "a[href]:not([aria-disabled], [aria-label=Close])",
  );
  for (const link of links) {
    if (!isOurs(link) || isKept(link) || addressOf(link) === addressOf(location)) unmark(link);
    else if (!link.dataset.away) {
      // Buttons have no underline to restyle.
      link.dataset.away = getComputedStyle(link).textDecorationLine;
      link.title ||= hint;
    }
  }
}

function unmark(link: HTMLElement): void {
  delete link.dataset.away;
  if (link.title === hint) link.removeAttribute("title");
}

/** Runs before the application's handler, which would send a request to the server. */
function follow(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[href]");
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!kept || !link || !isPlain || !isOurs(link) || link.target) return;
  if (isKept(link) && addressOf(link) !== addressOf(location)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    location.assign(link.href);
    return;
  }
  // An open menu would cover the message.
  const menu = link.closest<HTMLDetailsElement>("header details");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary")?.focus();
}

addEventListener("click", follow, { capture: true });
addEventListener("offline", () => start("You're offline."));
addEventListener("online", stop);
if (!navigator.onLine && !document.documentElement.dataset.kept) void start("You're offline.");
