import type { RequestContext } from "../http/request-context.server.ts";
import { logSecurityEvent } from "../log.server.ts";
import { hub } from "../realtime/hub.server.ts";
import { createSession, getSession, setSessionCookie, type VerifiedCredentials } from "./session.server.ts";

const socketGraceMs = 1_000;

/** Logs this browser back in after all sessions end. Its sockets close once the page has the new cookie. */
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
