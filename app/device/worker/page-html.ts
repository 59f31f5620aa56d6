import { offlinePath } from "../page-caches.ts";

/** The files that a page needs. */
export const listLinkedFiles = (html: string): string[] =>
  html.match(/\/(?:assets|drawings)\/[\w.-]+(?=["#])/g) ?? [];

/** The last header. On the offline page that is a member's, without a name. */
export const findHeader = (html: string): string | undefined => html.match(/<header.*?<\/header>/gs)?.at(-1);

// Replacements are functions, because "$" is special in replacement strings.

/** @param header replaces the page's own */
export const markKept = (html: string, state: string, at: number, header?: string): string =>
  putHeader(
    html.replace("<html ", () => `<html data-kept="${state}" data-kept-at="${at}" `),
    header,
  );

const putHeader = (html: string, header: string | undefined): string =>
  header
    ? html
        .replace(/<header.*?<\/header>/s, () => header)
        .replace("<html ", () => '<html data-reader="member" ')
    : html;

/**
 * Fills the offline page.
 * @param address the page that did not load, or undefined for a form that could not be sent
 * @param links to the pages on this device
 */
export const fillOfflinePage = (
  html: string,
  address: string | undefined,
  links: string,
  header: string | undefined,
): string =>
  putHeader(html, header)
    .replace("<html ", () => `<html data-kept="${address ? "none" : "unsent"}" `)
    .replace(`href="${offlinePath}"`, () => `href="${escapeAddress(address ?? "/")}"`)
    .replace(/<ul[^>]* data-pages="true"[^>]*>/, (list) => list + links);

/** An entry of the offline page's list. */
export function linkTo(address: string, html: string): string {
  const [, title = ""] = /<title>(?:\(\d+\+?\) )?([^<]*?)(?: · [^<·]*)?</.exec(html) ?? [];
  return `<li><a href="${escapeAddress(address)}">${title}</a></li>`;
}

/** Addresses contain no quotes or angle brackets. */
const escapeAddress = (address: string) => address.replaceAll("&", "&amp;");

/** Adds the script for stored pages. React pages load it themselves after hydration. */
export const addScript = (html: string): string =>
  html.includes("__reactRouterContext")
    ? html
    : html.replace("</body>", () => '<script type="module" src="/kept-page.js"></script></body>');
