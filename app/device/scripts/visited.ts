// Records pages opened without a service worker, for the next one to store: docs/offline.md.

import { visitedKeyPrefix } from "../names.ts";

const maxPages = 20;
const { serviceWorker: worker } = navigator;
const listKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(visitedKeyPrefix));

// Uses localStorage because a log-out clears it for every tab. A tab's own history would outlive it.
function note(): void {
  if (listKeys().length < maxPages)
    localStorage.setItem(visitedKeyPrefix + location.pathname + location.search, "");
}

function tell(): void {
  if (!worker.controller) return;
  const keys = listKeys();
  worker.controller.postMessage({ visited: keys.map((key) => key.slice(visitedKeyPrefix.length)) });
  for (const key of keys) localStorage.removeItem(key);
}

note();
tell();
worker.addEventListener("controllerchange", tell);
window.navigation?.addEventListener("currententrychange", () => worker.controller ?? note());
