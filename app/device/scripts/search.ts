// Below the global search field: suggestions, recent searches, and pages stored on this device: docs/offline.md.

import { find } from "../dom.ts";
import { recentSearchesKey } from "../names.ts";
import { listPageCaches } from "../page-caches.ts";

export interface KeptPage {
  title: string;
  hint: string;
  href: string;
}

/** A row below the field. */
interface Row extends KeptPage {
  act?: (event: MouseEvent) => void;
  /** A person's picture. Null shows the first letter of the name. */
  avatarUrl?: string | null | undefined;
}

const pauseMs = 200;
const minLength = 2;
const maxRows = 8;
const maxRecent = 5;
const kindNames = {
  people: "Person",
  questions: "Question",
  jobs: "Job",
  events: "Event",
  resources: "Note",
  experiences: "How it went",
  boards: "Board",
  messages: "Message",
  help: "Help",
};

const styles = document.createElement("link");
styles.rel = "stylesheet";
styles.href = "/search.css";
document.head.append(styles);
await new Promise((done) => {
  styles.onload = styles.onerror = done;
});

/** A member's recent searches on this device, latest first. Guests' searches are not stored. */
export const readRecent = (memberId: string): string[] =>
  JSON.parse(localStorage.getItem(recentSearchesKey(memberId)) ?? "[]");
export const forgetRecent = (memberId: string): void => localStorage.removeItem(recentSearchesKey(memberId));

function remember(memberId: string | undefined, text: string): void {
  if (!memberId || text.length < minLength) return;
  const others = readRecent(memberId).filter((other) => other !== text);
  try {
    localStorage.setItem(recentSearchesKey(memberId), JSON.stringify([text, ...others].slice(0, maxRecent)));
  } catch {
    // The device is full, so the search is not remembered.
  }
}

const fold = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const createHref = (text: string) => `/search?q=${encodeURIComponent(text)}`;

/** Finds pages stored on this device that contain all words. Matches in titles are first. */
export async function findKept(text: string): Promise<KeptPage[]> {
  const words = fold(text).split(/\s+/);
  const hasWords = (part: string) => words.every((word) => fold(part).includes(word));
  const titled: KeptPage[] = [];
  const others: KeptPage[] = [];
  // Browsers offer caches only on secure pages.
  for (const name of "caches" in globalThis ? await listPageCaches() : []) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const html = (await (await cache.match(request, { ignoreVary: true }))?.text()) ?? "";
      const page = new DOMParser().parseFromString(html, "text/html");
      const { pathname, search } = new URL(request.url);
      const title = page.title.replace(/^\(\d+\+?\) | · [^·]*$/g, "");
      const row = { title, hint: "", href: pathname + search };
      if (hasWords(title)) titled.unshift(row);
      else if (hasWords(page.querySelector("main")?.textContent ?? "")) others.unshift(row);
    }
  }
  return [...titled, ...others];
}

interface Suggestion {
  kind: keyof typeof kindNames;
  title: string;
  url: string;
  avatarUrl: string | null;
}

const presentSuggestion = ({ kind, title, url, avatarUrl }: Suggestion): Row => ({
  title,
  hint: kindNames[kind],
  href: url,
  avatarUrl: kind === "people" ? avatarUrl : undefined,
});

/** The small form of a picture, or the first letter of the name. Decorative: the name is beside it. */
function createFace(name: string, avatarUrl: string | null): HTMLElement {
  const face = document.createElement(avatarUrl === null ? "i" : "img");
  face.ariaHidden = "true";
  if (face instanceof HTMLImageElement)
    Object.assign(face, { alt: "", src: avatarUrl?.replace(/\.(?=\w+$)/, "-small."), width: 32, height: 32 });
  else face.dataset.letter = Array.from(name)[0]?.toUpperCase() ?? "";
  return face;
}

/** Adds suggestions to a field, once. */
export function start(field: HTMLInputElement): void {
  if (field.role === "combobox") return;
  const memberId = field.dataset.suggest;
  const popup = document.createElement("div");
  const note = document.createElement("p");
  const list = document.createElement("div");
  let chosen: HTMLElement | undefined;
  let timer: ReturnType<typeof setTimeout>;
  let request: AbortController | undefined;

  popup.dataset.suggestions = "";
  list.id = "suggestions";
  list.role = "listbox";
  list.ariaLabel = "Suggestions";
  popup.append(note, list);
  field.role = "combobox";
  field.setAttribute("aria-controls", list.id);
  field.ariaAutoComplete = "list";
  hide();
  field.after(popup);

  function stop(): void {
    clearTimeout(timer);
    request?.abort();
  }

  function hide(): void {
    stop();
    choose();
    popup.hidden = true;
    field.ariaExpanded = "false";
  }

  function choose(row?: HTMLElement) {
    if (chosen) chosen.ariaSelected = "false";
    chosen = row;
    if (!row) return field.removeAttribute("aria-activedescendant");
    row.ariaSelected = "true";
    field.setAttribute("aria-activedescendant", row.id);
    row.scrollIntoView({ block: "nearest" });
  }

  /** @param text shown above the rows, and announced to screen readers before their number */
  function show(rows: Row[], text = ""): void {
    choose();
    note.textContent = text;
    note.hidden = !text;
    const links = rows.slice(0, maxRows).map(({ title, hint, href, act, avatarUrl }, index) => {
      const link = document.createElement("a");
      const name = document.createElement("bdi");
      const small = document.createElement("small");
      Object.assign(link, { href, id: `suggestion-${index}`, role: "option", tabIndex: -1, onclick: act });
      link.ariaSelected = "false";
      name.textContent = title;
      small.textContent = hint;
      if (avatarUrl !== undefined) link.append(createFace(title, avatarUrl));
      link.append(name, small);
      return link;
    });
    list.replaceChildren(...links);
    popup.hidden = links.length === 0 && !text;
    field.ariaExpanded = String(links.length > 0);
    const count = links.length === 1 ? "1 suggestion" : `${links.length || "No"} suggestions`;
    find("[data-announce]").textContent = `${text} ${count}`.trim();
  }

  function showRecent() {
    const recent = memberId && !document.querySelector("[data-recent]") ? readRecent(memberId) : [];
    if (recent.length === 0) return hide();
    const forget = (event: Event) => {
      event.preventDefault();
      if (memberId) forgetRecent(memberId);
      hide();
    };
    const rows = recent.map((text) => ({ title: text, hint: "", href: createHref(text) }));
    show([...rows, { title: "Clear recent searches", hint: "", href: "/search", act: forget }]);
  }

  async function showKept(text: string): Promise<void> {
    // Stored pages need a full page load, so that the worker can serve them.
    const open = (event: Event) => {
      event.preventDefault();
      location.assign((event.currentTarget as HTMLAnchorElement).href);
    };
    const rows = (await findKept(text)).map((row) => ({ ...row, act: open }));
    show(
      rows,
      rows.length > 0
        ? "No connection. On this device:"
        : "No connection, and nothing on this device has these words.",
    );
  }

  async function suggest(text: string): Promise<void> {
    request = new AbortController();
    const { signal } = request;
    try {
      const path = `/api/search/suggestions?q=${encodeURIComponent(text)}`;
      const response = await fetch(path, { signal });
      if (!response.ok) return hide();
      const { suggestions } = await response.json();
      if (signal.aborted) return;
      show((suggestions as Suggestion[]).map(presentSuggestion));
    } catch {
      if (!signal.aborted) await showKept(text);
    }
  }

  function update() {
    stop();
    const text = field.value.trim();
    if (!text) showRecent();
    else if (text.length < minLength) hide();
    else timer = setTimeout(suggest, pauseMs, text);
  }

  function move(step: number): void {
    const rows = [undefined, ...(list.children as HTMLCollectionOf<HTMLElement>)];
    choose(rows.at((rows.indexOf(chosen) + step) % rows.length));
  }

  field.addEventListener("input", update);
  field.addEventListener("focus", () => {
    if (!field.value) showRecent();
  });
  field.addEventListener("blur", hide);
  field.addEventListener("keydown", (event) => {
    const { key, isComposing, keyCode } = event;
    // Safari ends a composition before the keydown of the Enter that ended it.
    if (isComposing || keyCode === 229) return;
    if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      if (popup.hidden) return update();
      return move(key === "ArrowDown" ? 1 : -1);
    }
    if (popup.hidden) return;
    if (key === "Escape") hide();
    else if (key === "Enter" && chosen) chosen.click();
    else return;
    event.preventDefault();
    // Otherwise it would close the header's menus.
    event.stopPropagation();
  });
  // Keeps the focus in the field.
  popup.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", () => {
    remember(memberId, field.value.trim());
    if (field.closest("header")) field.value = "";
    hide();
  });
  list.dataset.clientNav = "";
  field.form?.addEventListener("submit", (event) => {
    const text = field.value.trim();
    remember(memberId, text);
    hide();
    if (!text || navigator.onLine) return;
    event.preventDefault();
    void showKept(text);
  });
  // The field was focused before this script loaded.
  if (document.activeElement === field) update();
}
