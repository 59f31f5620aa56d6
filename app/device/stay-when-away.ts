import { closest } from "./dom.ts";

export const offlineText = "You're offline. Try again when you reconnect.";

/**
 * While offline, says so on clicks and submits that would end on the browser's error page.
 * @param canOpen whether links lead to a page even then
 */
export function stayWhenAway(
  say: (text: string) => void,
  canOpen: () => boolean,
  options?: AddEventListenerOptions,
): void {
  const stay = (event: Event) => {
    if (navigator.onLine || event.defaultPrevented) return;
    if (event.type === "click" && (!isOnLinkAway(event) || canOpen())) return;
    event.preventDefault();
    say(offlineText);
  };
  for (const type of ["click", "submit"]) addEventListener(type, stay, options);
}

function isOnLinkAway(event: Event): boolean {
  const link = closest<HTMLAnchorElement>(event, "a[href]");
  return !!link?.protocol.startsWith("http") && !link.href.startsWith(`${location.href.split("#")[0]}#`);
}
