import type { RequestContext } from "../http/request-context.server.ts";
import { logSecurityEvent } from "../log.server.ts";
import { hub } from "../realtime/hub.server.ts";
import { createSession, getSession, setSessionCookie, type VerifiedCredentials } from "./session.server.ts";

/** How long the sockets of this browser outlive its old session. */
const socketGraceMs = 1_000;

/**
 * Gives this browser a new session after all of its member's were deleted, and closes their sockets. This browser's own
 * follow a moment later: a page that learned of the end before it has the new cookie would be logged out.
 */
export async function replaceBrowserSession(
  requestContext: RequestContext,
  request: Request,
  member: VerifiedCredentials,
): Promise<void> {
  const previous = await getSession(requestContext, request);
  hub.closeUser(member.userId, previous?.tokenHash);
  if (previous) setTimeout(() => hub.closeSession(previous.tokenHash), socketGraceMs).unref();
  logSecurityEvent("all-sessions-ended", { memberId: member.userId });
  setSessionCookie(requestContext, await createSession(member, "browser", request));
}
