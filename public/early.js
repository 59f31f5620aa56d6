// Has the worker load what a finger touches, in browsers without speculation rules.

const rules = document.querySelector("script[type=speculationrules]");
if (rules) {
  const [{ where }] = JSON.parse(rules.text).prefetch;
  const ask = (early) => navigator.serviceWorker?.controller?.postMessage({ early });
  addEventListener("pointerdown", ({ target }) => {
    const link = target.closest?.("a");
    if (link?.matches(where.selector_matches)) ask(link.href);
  });
  // The finger scrolls.
  addEventListener("pointercancel", () => ask(null));
}
