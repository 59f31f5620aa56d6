import { closest } from "./dom.ts";

/** Specification, section 8. */
export const inaccessible = "Unable to access file. Please try again later or contact support.";
export const unreachable = "File is not accessible from any URL";

const timeoutMs = 10_000;

/** Whether the server has a file and is reachable. */
export const canReach = (href: string): Promise<boolean> =>
  fetch(href, { method: "HEAD", signal: AbortSignal.timeout(timeoutMs) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Whether a click asks the browser for something other than following the link. */
export const isModified = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

/**
 * Opens a file that was checked. Browsers block a new tab when the check has outlasted the click, so the file then opens in
 * this one.
 */
export function openFile(href: string, inNewTab: boolean): void {
  if (inNewTab && navigator.userActivation?.isActive !== false) window.open(href, "_blank", "noopener");
  else location.assign(href);
}

/** On a page without React, checks a file before its link opens it, and shows beside it if that fails. */
export function checkOpenFiles(): void {
  addEventListener("click", async (event) => {
    const link = closest<HTMLAnchorElement>(event, "a[data-file]");
    if (!link || isModified(event)) return;
    event.preventDefault();
    const { href, target } = link;
    const isReachable = await canReach(href);
    const shown = link.nextElementSibling;
    if (shown?.role === "alert") shown.remove();
    if (isReachable) return openFile(href, target !== "");
    const line = document.createElement("p");
    line.role = "alert";
    line.textContent = `${inaccessible} ${unreachable}`;
    link.after(line);
  });
}
