// On pages that public/worker.js answers with while the network does not.

const root = document.documentElement;
const { kept, keptAt } = root.dataset;
const main = document.querySelector("main");

/** Asks the worker whether the page has changed. Returns null when there is no worker to ask. */
const ask = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    navigator.serviceWorker.controller?.postMessage("renew", [port2]);
  });

function tellAge() {
  root.dataset.kept = "away";
  const line = document.createElement("p");
  line.setAttribute("role", "status");
  line.dataset.keptLine = "";
  const at = new Date(Number(keptAt)).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  const link = document.createElement("a");
  link.href = "/offline";
  link.textContent = "More pages on this device";
  line.append(`You're offline. This page is from ${at}. `, link);
  main.prepend(line);
}

async function renew() {
  const { html, isOther, isAway } = await ask();
  if (isAway) return tellAge();
  if (isOther) return location.reload();
  root.removeAttribute("data-kept");
  // Nothing moves under what somebody has begun to fill in.
  if (!html || main.querySelector("form :focus")) return;
  const page = new DOMParser().parseFromString(html, "text/html");
  document.title = page.title;
  main.replaceChildren(...page.querySelector("main").childNodes);
}

if (kept === "stale") renew();
if (kept === "away") tellAge();
// A network is not yet the server.
addEventListener("online", async () => {
  const answer = await fetch("/favicon.ico", { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer?.ok && root.dataset.kept && kept !== "unsent") location.reload();
});
