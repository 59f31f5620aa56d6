// The carousel of /events: docs/events.md. Members' pages start it from React. Guests' pages load only this file.

import type { KeenSliderInstance } from "keen-slider";

// Specification, section 9.
const intervalMs = 3000;
const durationMs = 500;
const resizeDebounceMs = 50;

/** Moves a carousel automatically and by its arrows and dots. Returns a function that stops it. */
export function startCarousel(root: HTMLElement): () => void {
  const strip = root.querySelector("ul") as HTMLElement;
  const slides = [...strip.children] as HTMLElement[];
  const dots = [...root.querySelectorAll("nav a")];
  const [pause, previous, next] = root.querySelectorAll("button") as unknown as [
    HTMLButtonElement,
    HTMLButtonElement,
    HTMLButtonElement,
  ];
  const stopped = new AbortController();
  const { signal } = stopped;
  const on = <Type extends keyof DocumentEventMap>(
    target: EventTarget,
    type: Type,
    listener: (event: DocumentEventMap[Type]) => void,
  ) => target.addEventListener(type, listener as EventListener, { signal });
  const isReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const isStill = isReduced || "still" in root.dataset || navigator.connection?.saveData;
  const holds = new Set<string>();
  let current = 0;
  let slider: KeenSliderInstance | undefined;
  let timer: ReturnType<typeof setTimeout>;
  let resizeTimer: ReturnType<typeof setTimeout>;

  const mark = (index: number) => {
    current = index;
    for (const [n, dot] of dots.entries()) dot.ariaCurrent = n === index ? "true" : null;
    // Focus on a link in a hidden slide would scroll the strip.
    if (slider) for (const [n, slide] of slides.entries()) slide.inert = n !== index;
  };
  const moveTo = (index: number) => {
    const target = (index + slides.length) % slides.length;
    if (slider) slider.moveToIdx(target);
    else strip.scrollTo({ left: target * strip.clientWidth, behavior: isReduced ? "instant" : "smooth" });
    schedule();
  };
  const moveBy = (step: number) => {
    if (!slider) return moveTo(current + step);
    if (step > 0) slider.next();
    else slider.prev();
    schedule();
  };
  const schedule = () => {
    clearTimeout(timer);
    if (!isStill && holds.size === 0) timer = setTimeout(moveBy, intervalMs, 1);
  };
  const hold = (reason: string, isHeld: boolean) => {
    if (isHeld) holds.add(reason);
    else holds.delete(reason);
    schedule();
  };

  on(strip, "scroll", () => {
    if (!slider) mark(Math.round(strip.scrollLeft / strip.clientWidth));
  });
  on(root, "pointerenter", ({ pointerType }) => hold("hover", pointerType === "mouse"));
  on(root, "pointerleave", () => hold("hover", false));
  // Clicking Play focuses it, so its focus must not pause.
  on(root, "focusin", ({ target }) => hold("focus", target !== pause));
  on(root, "focusout", () => hold("focus", false));
  on(document, "visibilitychange", () => hold("hidden", document.hidden));
  on(previous, "click", () => moveBy(-1));
  on(next, "click", () => moveBy(1));
  on(pause, "click", () => {
    hold("button", !holds.has("button"));
    pause.textContent = holds.has("button") ? "Play" : "Pause";
  });
  for (const [index, dot] of dots.entries()) {
    on(dot, "click", (event) => {
      event.preventDefault();
      moveTo(index);
    });
  }
  previous.hidden = next.hidden = false;
  pause.hidden = isStill ?? false;
  hold("hidden", document.hidden);
  mark(0);
  if (!isStill && root.dataset.slider) slide(root.dataset.slider).catch(() => {});
  return () => {
    stopped.abort();
    clearTimeout(timer);
    clearTimeout(resizeTimer);
    slider?.destroy();
  };

  async function slide(path: string): Promise<void> {
    const { default: KeenSlider } = (await import(/* @vite-ignore */ path)) as typeof import("keen-slider");
    if (signal.aborted) return;
    strip.scrollLeft = 0;
    strip.dataset.slides = "";
    slider = new KeenSlider(strip, {
      selector: "li",
      loop: slides.length > 1,
      defaultAnimation: { duration: durationMs },
      slideChanged: ({ track }) => mark(track.details.rel),
      dragStarted: () => hold("drag", true),
      dragEnded: () => hold("drag", false),
    });
    mark(0);
    on(window, "resize", () => {
      clearTimeout(resizeTimer);
      resizeTimer = setTimeout(() => slider?.update(), resizeDebounceMs);
    });
  }
}

// React pages start it themselves.
if (!("__reactRouterContext" in window))
  for (const root of document.querySelectorAll<HTMLElement>("[data-carousel]")) startCarousel(root);
