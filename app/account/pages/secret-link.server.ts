import type { HeadersFunction } from "react-router";

/** For a page with a secret in its address: other sites do not see it, and nothing is cached. */
export const secretLinkHeaders: HeadersFunction = () => ({
  "Referrer-Policy": "strict-origin",
  "Cache-Control": "no-store",
});
