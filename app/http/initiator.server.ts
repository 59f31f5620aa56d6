import type { RequestContext } from "./request-context.server.ts";

interface SentRequest {
  headers: Pick<Headers, "get">;
}

/** The page that led to a request, as far as its `Referer` says so, or null. */
const readReferer = ({ headers }: SentRequest): URL | null => URL.parse(headers.get("Referer") ?? "");

/** Who made the browser send a request. A typed address, a link in a mail and a program are "unknown". */
export function findInitiator(
  request: SentRequest,
  { origin }: RequestContext,
): "own-page" | "other-site" | "unknown" {
  const site = request.headers.get("Sec-Fetch-Site");
  if (site === "same-origin") return "own-page";
  if (site !== null) return site === "none" ? "unknown" : "other-site";
  const referer = readReferer(request);
  if (!referer) return "unknown";
  return referer.origin === origin ? "own-page" : "other-site";
}

/** The address of our own page whose link led to a request, or null. Links in members' texts do not tell theirs. */
export function findPreviousPage(request: SentRequest, requestContext: RequestContext): URL | null {
  const referer = readReferer(request);
  const isOwn = findInitiator(request, requestContext) === "own-page";
  return isOwn && referer?.origin === requestContext.origin ? referer : null;
}
