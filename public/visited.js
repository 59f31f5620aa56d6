// Remembers the pages that were opened without a worker, for the one that takes over: docs/offline.md.

const prefix = "visited ";
const maxPages = 20;
const { serviceWorker: worker } = navigator;
const listKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(prefix));

// A log-out empties localStorage in every tab. A tab's own history would outlive it.
function note() {
  if (listKeys().length < maxPages) localStorage.setItem(prefix + location.pathname + location.search, "");
}

function tell() {
  if (!worker.controller) return;
  const keys = listKeys();
  worker.controller.postMessage({ visited: keys.map((key) => key.slice(prefix.length)) });
  for (const key of keys) localStorage.removeItem(key);
}

note();
tell();
worker.addEventListener("controllerchange", tell);
window.navigation?.addEventListener("currententrychange", () => worker.controller ?? note());
