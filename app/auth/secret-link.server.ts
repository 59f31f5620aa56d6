import type { HeadersFunction } from "react-router";

/** The headers of a page with a secret in its address: no other site sees the address, and nothing is cached. */
export const secretLinkHeaders: HeadersFunction = ({ actionHeaders }) => {
  const headers = new Headers(actionHeaders);
  headers.set("Referrer-Policy", "strict-origin");
  headers.set("Cache-Control", "no-store");
  return headers;
};
