// Has the worker load what a finger touches, in browsers without speculation rules.

const rules = document.querySelector("script[type=speculationrules]");
if (rules) {
  const [{ where }] = JSON.parse(rules.text).prefetch;
  addEventListener("pointerdown", ({ target }) => {
    const link = target.closest?.("a");
    if (link?.matches(where.selector_matches))
      navigator.serviceWorker?.controller?.postMessage({ early: link.href });
  });
}
