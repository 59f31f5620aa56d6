// For pages that the worker serves from its cache.

import { find } from "../dom.ts";
import type { Renewal } from "../page-caches.ts";
import { start } from "./away.ts";

const root = document.documentElement;
const { kept, keptAt } = root.dataset;
const main = find("main");
const firstWaitMs = 2_000;

/** Requests the current page from the worker. Never resolves without a worker. */
const requestRenewal = () =>
  new Promise<Renewal>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    navigator.serviceWorker.controller?.postMessage("renew", [port2]);
  });

function showAge(): void {
  root.dataset.kept = "away";
  const at = new Date(Number(keptAt)).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
  void start(`You're offline. This page is from ${at}.`);
  void comeBack(firstWaitMs);
}

const stylesOf = (page: Document) =>
  [...page.querySelectorAll("link[rel=stylesheet]")].map((link) => link.getAttribute("href")).join();

async function renew(): Promise<void> {
  const { html, isOther, isAway } = await requestRenewal();
  if (isAway) return showAge();
  // The page must not change while somebody fills in a form.
  const isFilledIn = main.querySelector("form :focus") !== null;
  if (isOther && !isFilledIn) return location.reload();
  root.removeAttribute("data-kept");
  if (!html || isFilledIn) return;
  const page = new DOMParser().parseFromString(html, "text/html");
  // A new build has different styles.
  if (stylesOf(page) !== stylesOf(document)) return location.reload();
  document.title = page.title;
  main.replaceChildren(...find("main", page).childNodes);
}

/**
 * Polls until the server responds, because `online` does not mean that the server is reachable, nor `offline` that it
 * is not.
 */
async function comeBack(waitMs: number): Promise<void> {
  const isOnline = await new Promise<boolean>((resolve) => {
    setTimeout(resolve, waitMs, false);
    addEventListener("online", () => resolve(true), { once: true });
  });
  const isIdle = document.visibilityState === "visible" && !main.querySelector("form :focus");
  if (isIdle && (await isServerBack())) return location.reload();
  return comeBack(isOnline ? firstWaitMs : Math.min(2 * waitMs, 60_000));
}

const isServerBack = () =>
  fetch("/favicon.ico", { method: "HEAD", cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Lists this device's unsent texts and forms on the page that reports them. */
function listWaiting(): void {
  for (const key of Object.keys(localStorage).sort()) {
    const [, what, path] = /^(outbox|form) \d+ ([^#]*?)(?: [^ ]*|#.*)$/.exec(key) ?? [];
    const list = document.querySelector(`[data-waiting=${what}]`);
    if (!list) continue;
    const { content, receiverId, title, href } = JSON.parse(localStorage.getItem(key) ?? "");
    const link = document.createElement("a");
    const chat = receiverId ? `/messages/${receiverId}` : "/anonymous-post";
    link.href = what === "form" ? path : (href ?? chat);
    link.textContent = content ?? title ?? path;
    link.dir = "auto";
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
    (list.parentElement as HTMLElement).hidden = false;
  }
}

if (kept === "stale") void renew();
if (kept === "away") showAge();
// Prevents fast reloads of a page that fails while its server responds.
const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
const isRepeated = navigation?.type === "reload";
if (kept === "none" || kept === "unsent") {
  listWaiting();
  void start();
}
if (kept === "none") void comeBack(isRepeated ? 30_000 : firstWaitMs);
