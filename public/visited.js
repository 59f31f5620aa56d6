// Records pages opened without a service worker, for the next one to store: docs/offline.md.

const prefix = "visited ";
const maxPages = 20;
const { serviceWorker: worker } = navigator;
const listKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(prefix));

// Uses localStorage because a log-out clears it for every tab. A tab's own history would outlive it.
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
