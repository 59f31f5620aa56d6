// On pages that public/worker.js answers with while the network does not.

import { start } from "./away.js";

const root = document.documentElement;
const { kept, keptAt } = root.dataset;
const main = document.querySelector("main");
const firstWaitMs = 2_000;

/** Asks the worker whether the page has changed. Returns null when there is no worker to ask. */
const requestRenewal = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    navigator.serviceWorker.controller?.postMessage("renew", [port2]);
  });

function showAge() {
  root.dataset.kept = "away";
  const at = new Date(Number(keptAt)).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
  void start(`You're offline. This page is from ${at}.`);
  void comeBack(firstWaitMs);
}

const stylesOf = (page) =>
  [...page.querySelectorAll("link[rel=stylesheet]")].map((link) => link.getAttribute("href")).join();

async function renew() {
  const { html, isOther, isAway } = await requestRenewal();
  if (isAway) return showAge();
  // Nothing moves under what somebody has begun to fill in.
  const isFilledIn = main.querySelector("form :focus") !== null;
  if (isOther && !isFilledIn) return location.reload();
  root.removeAttribute("data-kept");
  if (!html || isFilledIn) return;
  const page = new DOMParser().parseFromString(html, "text/html");
  // A new build has other styles.
  if (stylesOf(page) !== stylesOf(document)) return location.reload();
  document.title = page.title;
  main.replaceChildren(...page.querySelector("main").childNodes);
}

/** A network is not yet the server, and a server may be away while the network is there: asks until it answers. */
async function comeBack(waitMs) {
  const isOnline = await new Promise((resolve) => {
    setTimeout(resolve, waitMs, false);
    addEventListener("online", () => resolve(true), { once: true });
  });
  const isIdle = document.visibilityState === "visible" && !main.querySelector("form :focus");
  const answer =
    isIdle && (await fetch("/favicon.ico", { method: "HEAD", cache: "no-store" }).catch(() => null));
  if (answer?.ok) return location.reload();
  return comeBack(isOnline ? firstWaitMs : Math.min(2 * waitMs, 60_000));
}

/** Lists the texts and the forms of this device on the page that says so. */
function listWaiting() {
  for (const key of Object.keys(localStorage).sort()) {
    const [, what, path] = /^(outbox|form) \d+ ([^#]*?)(?: [^ ]*|#.*)$/.exec(key) ?? [];
    const list = document.querySelector(`[data-waiting=${what}]`);
    if (!list) continue;
    const { content, receiverId, title, href } = JSON.parse(localStorage.getItem(key));
    const link = document.createElement("a");
    const chat = receiverId ? `/messages/${receiverId}` : "/anonymous-post";
    link.href = what === "form" ? path : (href ?? chat);
    link.textContent = content ?? title ?? path;
    link.dir = "auto";
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
    list.parentElement.hidden = false;
  }
}

if (kept === "stale") void renew();
if (kept === "away") showAge();
// A page that fails although its server answers is not loaded again and again.
const isRepeated = performance.getEntriesByType("navigation")[0]?.type === "reload";
if (kept === "none" || kept === "unsent") {
  listWaiting();
  void start();
}
if (kept === "none") void comeBack(isRepeated ? 30_000 : firstWaitMs);
