// Invites a member once, from their third day on, to install the site, and keeps "back" inside the installed app:
// docs/offline.md.

import { visitsCookie } from "../names.ts";

/** Chromium's event, which the standards do not have. */
interface InstallEvent extends Event {
  prompt: () => void;
}

const days = 3;
const isIPhone = navigator.standalone === false;

/**
 * Counts visits in a cookie, because a log-out deletes everything else. Its value is the last day and the number of
 * days, or `told`.
 */
function countDays(): number {
  const cookie = document.cookie.split("; ").find((each) => each.startsWith(visitsCookie));
  const value = cookie?.slice(visitsCookie.length) ?? "";
  const [last, count = "0"] = value.split(".");
  const today = new Date().toLocaleDateString("en-CA");
  if (value === "told" || last === today) return Number(count);
  remember(`${today}.${Number(count) + 1}`);
  return Number(count) + 1;
}

function remember(value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: few browsers support the Cookie Store API
  document.cookie = `${visitsCookie}${value}; path=/; max-age=31536000; samesite=lax`;
}

function invite(event?: InstallEvent): void {
  // A chat fills the window and has no footer.
  if (!document.querySelector("body footer") || document.querySelector("[data-kept-line]")) return;
  remember("told");
  const line = document.createElement("div");
  line.setAttribute("role", "status");
  line.dataset.keptLine = "";
  const name = document.querySelector("header a")?.textContent.trim();
  const text = `${name} can be on your home screen: it opens at once, and without a connection too.`;
  line.append(event ? text : `${text} Tap Share, then Add to Home Screen.`);
  const close = () => line.remove();
  const act = (label: string, run: () => void) => {
    const button = document.createElement("button");
    button.textContent = label;
    button.onclick = () => {
      close();
      run();
    };
    line.append(" ", button);
  };
  if (event) act("Install", () => event.prompt());
  act("Not now", () => {});
  document.querySelector("main")?.prepend(line);
  addEventListener("click", ({ target }) => {
    if ((target as Element).closest?.("a[href]")) close();
  });
}

if (countDays() >= days) {
  if (isIPhone) invite();
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    invite(event as InstallEvent);
  });
}

/** Inserts the home page before a page that a shortcut or a notice opened. React Router counts entries by `idx`. */
function putHomeBelow(): void {
  const { state } = history;
  const here = location.href;
  history.replaceState({ key: "home", idx: (state?.idx ?? 0) - 1 }, "", "/");
  history.pushState(state, "", here);
}

const isInstalled = matchMedia("(display-mode: standalone)").matches;
// "Back" skips entries that were added before the first click on the page.
if (isInstalled && history.length === 1 && location.pathname !== "/")
  addEventListener("click", putHomeBelow, { once: true, capture: true });
