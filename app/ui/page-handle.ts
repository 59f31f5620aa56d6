/** Which readers share a copy of a response. */
export interface CachePolicy {
  params: readonly string[];
  /** `nobody`: members and guests all get the same copy. */
  varyBy: "guests" | "role" | "nobody";
  /** Readers whose page is rendered on every request, because it shows something about them. */
  exceptFor?: "members-with-jobs";
  /** A page with one of these query parameters is not shared, because it shows something about its reader. */
  ownParams?: readonly string[];
}

/**
 * What a browser stores for offline use. `offline` and `renewed` store the page as guests see it; `renewed` is shown at
 * once and then refreshed. `own` stores the member's page, if the member chose to.
 */
type KeepPolicy = "offline" | "renewed" | "own";

export interface BodyRules {
  maxBytes?: number | undefined;
  hasFile?: boolean;
}

/** The `handle` of a route module: docs/architecture.md. */
export interface PageHandle {
  title?: string;
  /** The specification's sentence for a failed read. */
  failed?: string;
  cache?: CachePolicy;
  /** Who gets React. The default is everybody. */
  scripts?: "members" | "none";
  /** Whether a device caches the page for reading without a network. */
  offline?: KeepPolicy;
  body?: BodyRules;
  /** The page fills the window and has no footer. */
  fullHeight?: boolean;
  /** Child routes are dialogs over the page. */
  hasDialogs?: boolean;
}

export const readHandle = (route: { handle: unknown } | undefined): PageHandle =>
  (route?.handle ?? {}) as PageHandle;
