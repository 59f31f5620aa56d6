import { find } from "./dom.ts";

/** Specification, section 9. */
const durationMs = 2000;
let timer: ReturnType<typeof setTimeout>;

/** Shows a line on a page without React. */
export function toast(text: string): void {
  const line = document.createElement("p");
  line.textContent = text;
  find("[data-toasts]").replaceChildren(line);
  clearTimeout(timer);
  timer = setTimeout(() => line.remove(), durationMs);
}
