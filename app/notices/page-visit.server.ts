import type { IncomingMessage } from "node:http";
import {
  findInitiator,
  isApiPath,
  isPrefetch,
  type RequestContext,
} from "#app/platform/http/request-context.server.ts";
import { log } from "#app/platform/process/log.server.ts";
import { markPlaceRead } from "./publish.server.ts";

type FindReader = (
  requestContext: RequestContext,
  request: { method: string; headers: Pick<Headers, "get"> },
) => Promise<{ viewer: { id: number; unread?: { hasUnread: boolean } | undefined } } | null>;

/**
 * Marks a member's notices about a page as read when one of our own pages links there, with or without scripts. Runs
 * before the response, whose header contains the remaining count.
 */
export async function markPageNoticesRead(
  req: IncomingMessage,
  requestContext: RequestContext,
  findReader: FindReader,
): Promise<void> {
  const { pathname } = requestContext;
  if (req.method !== "GET" || isApiPath(pathname) || !req.headers.cookie) return;
  const headers = { get: (name: string) => String(req.headers[name.toLowerCase()] ?? "") || null };
  if (findInitiator({ headers }, requestContext) !== "own-page") return;
  if (isPrefetch({ headers })) return;
  try {
    const viewer = (await findReader(requestContext, { method: "GET", headers }))?.viewer;
    if (!viewer || viewer.unread?.hasUnread === false) return;
    if (await markPlaceRead(viewer.id, addressOf(req, pathname))) viewer.unread = undefined;
  } catch (err) {
    log.warn({ requestId: requestContext.id, err }, "notices of a page could not be marked as read");
  }
}

/** The page's address, with React Router's data suffix removed. */
function addressOf(req: IncomingMessage, pathname: string): string {
  const query = new URLSearchParams((req.url ?? "").split("?", 2)[1]);
  query.delete("_routes");
  // Notices link to a question without its title in the path.
  const place = pathname.replace(/\.data$/, "").replace(/^(\/questions\/\d+)\/.*$/, "$1");
  return place + (query.size > 0 ? `?${query}` : "");
}
