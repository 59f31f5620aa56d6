/** Closes the header's open menu on Escape. */
export function closeMenusOnEscape(options?: AddEventListenerOptions): void {
  const close = ({ key }: KeyboardEvent) => {
    const menu = key === "Escape" && document.querySelector<HTMLDetailsElement>("header details[open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  };
  addEventListener("keydown", close, options);
}
