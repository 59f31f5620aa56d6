import { ownCachePrefix, pagesCache } from "./names.ts";

export const offlinePath = "/offline";

/** The names of the caches with pages. */
export const listPageCaches = async (): Promise<string[]> =>
  (await caches.keys()).filter((name) => name === pagesCache || name.startsWith(ownCachePrefix));

/** What the worker answers to "renew", which a page shown from a cache sends. */
export interface Renewal {
  /** The page's new HTML, or null if nothing has changed. */
  html?: string | null;
  /** The server no longer sends the page as guests see it, so the tab must load it again. */
  isOther?: boolean;
  isAway?: boolean;
}
