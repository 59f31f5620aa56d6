/** Each card enters once, when a fifth of it is visible. */
export function watchCards(): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const watcher = new IntersectionObserver(
    (seen) => {
      for (const { target, isIntersecting } of seen) {
        const { dataset } = target as HTMLElement;
        if (dataset.enter && !isIntersecting) continue;
        dataset.enter = isIntersecting ? "in" : "wait";
        if (isIntersecting) watcher.unobserve(target);
      }
    },
    { threshold: 0.2 },
  );
  for (const card of document.querySelectorAll("[data-card]")) watcher.observe(card);
}
