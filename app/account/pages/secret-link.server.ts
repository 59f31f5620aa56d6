import type { HeadersFunction } from "react-router";

/** For a page with a secret in its address: no other site sees it, and nothing is cached. */
export const secretLinkHeaders: HeadersFunction = () => ({
  "Referrer-Policy": "strict-origin",
  "Cache-Control": "no-store",
});
