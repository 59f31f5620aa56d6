import { closest } from "./dom.ts";

const script = "/search.js";

/** The script behind the suggestions, which can read what is stored on this device. */
export const loadSearchScript = (): Promise<typeof import("./scripts/search.ts")> =>
  import(/* @vite-ignore */ script);

/** Moves to the search on "/", and loads the suggestions of a field on its first focus. */
export function startSearch(options?: AddEventListenerOptions): void {
  const goToSearch = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const isTyping = closest(event, "input, textarea, select, [contenteditable]");
    if (key !== "/" || ctrlKey || metaKey || altKey || isTyping) return;
    event.preventDefault();
    const field = document.querySelector<HTMLElement>("[data-suggest]");
    if (field?.offsetParent) field.focus();
    else document.querySelector<HTMLElement>("header a[href='/search']")?.click();
  };
  suggest(document.activeElement);
  addEventListener("focusin", ({ target }) => suggest(target), options);
  addEventListener("keydown", goToSearch, options);
}

function suggest(field: EventTarget | null): void {
  if (!(field instanceof HTMLInputElement) || field.dataset.suggest === undefined) return;
  loadSearchScript().then(
    ({ start }) => start(field),
    () => {},
  );
}
