import type { HeadersFunction } from "react-router";

/** For a page with a secret in its address: no other site sees it, and nothing is cached. */
export const secretLinkHeaders: HeadersFunction = ({ actionHeaders }) => {
  const headers = new Headers(actionHeaders);
  headers.set("Referrer-Policy", "strict-origin");
  headers.set("Cache-Control", "no-store");
  return headers;
};
