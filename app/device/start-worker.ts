/** Starts the worker, and what depends on it. */
export function startWorker(options?: AddEventListenerOptions): void {
  // A browser that is still clearing its data after a log-out offers no service workers.
  const { serviceWorker: worker } = navigator as Partial<Navigator>;
  worker?.register("/worker.js").catch(() => {});
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  // A new worker stores the pages that were opened without it.
  if (worker && navigation?.workerStart === 0) import("./scripts/visited.ts").catch(() => {});
  // Without a worker nothing is stored, not even the script.
  const watchNetwork = () => {
    if (worker?.controller) import("./scripts/away.ts").catch(() => {});
  };
  addEventListener("offline", watchNetwork, options);
  if (!navigator.onLine) watchNetwork();
}
