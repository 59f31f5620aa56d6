import { createHmac, hash } from "node:crypto";
import { deviceCookie, deviceHeader, endedCookie } from "#app/device/names.ts";
import { env } from "../env.server.ts";
import { hostCookieName, readCookie, setCookie } from "../http/cookies.server.ts";
import type { RequestContext } from "../http/request-context.server.ts";
import { emptyDevice } from "../http/response.server.ts";
import { dayMs } from "../time/durations.ts";
import { isStored, type Session, sessionLifetimeMs } from "./sessions.server.ts";

export const sessionCookieName = (requestContext: RequestContext) =>
  hostCookieName(requestContext, "session");

export function setSessionCookie(requestContext: RequestContext, secret: string, userId: number): void {
  setCookie(requestContext, sessionCookieName(requestContext), secret, sessionLifetimeMs / 1000);
  setCookie(requestContext, senderCookieName(requestContext), senderMark(userId), sessionLifetimeMs / 1000);
}

/** Outlives the session, to recognise the member whose form arrives after the session has ended. */
const senderCookieName = (requestContext: RequestContext) => hostCookieName(requestContext, "sender");

export const senderMark = (userId: number): string =>
  createHmac("sha256", env.SESSION_SECRET).update(`sender:${userId}`).digest("base64url").slice(0, 22);

/** The mark of the member who typed a form, if it is known. */
export const readSender = (
  request: Request,
  requestContext: RequestContext,
  { searchParams }: URL,
): string | undefined => searchParams.get("sender") ?? readCookie(request, senderCookieName(requestContext));

export function clearSessionCookie(requestContext: RequestContext): void {
  setCookie(requestContext, sessionCookieName(requestContext), "", 0);
}

/** Identifies a session in the browser's own storage. It cannot be used to log in. */
export const deviceMarkOf = ({ tokenHash }: Session): string => hash("sha256", tokenHash).slice(0, 16);

export function keepOnDevice(requestContext: RequestContext, session: Session | null): void {
  const mark = session ? deviceMarkOf(session) : "";
  setCookie(requestContext, deviceCookie, mark, session ? 365 * (dayMs / 1000) : 0);
  if (mark) requestContext.responseHeaders.set(deviceHeader, mark);
  else requestContext.responseHeaders.delete(deviceHeader);
}

export function forgetBrowser(requestContext: RequestContext): void {
  clearSessionCookie(requestContext);
  emptyDevice(requestContext.responseHeaders);
}

/** The next page no longer has the session's cookie, so this cookie records how the session ended. */
export const endedCookieName = (requestContext: RequestContext) =>
  hostCookieName(requestContext, endedCookie);
const endedCookieSeconds = dayMs / 1000;

/** If somebody ended the session, the first response of any kind clears the browser's storage. */
export async function noteEndedSession(requestContext: RequestContext, secret: string): Promise<void> {
  const hasExpired = await isStored(secret);
  requestContext.endedSession = hasExpired ? "expired" : "ended";
  if (!hasExpired) emptyDevice(requestContext.responseHeaders);
  clearSessionCookie(requestContext);
  setCookie(requestContext, endedCookieName(requestContext), requestContext.endedSession, endedCookieSeconds);
}

/**
 * Clears the browser's storage with the first page after the session, except if it leads to a log-in after the session
 * has expired: the member then finds their unsent texts again.
 */
export function forgetEndedSession(requestContext: RequestContext, { status, headers }: Response): void {
  const { endedSession, pathname } = requestContext;
  const isPage = status === 200 && headers.get("Content-Type")?.startsWith("text/html");
  if (!endedSession || !isPage) return;
  if (endedSession === "expired" && /^\/(login|auth)\b/.test(pathname)) return;
  emptyDevice(requestContext.responseHeaders);
  setCookie(requestContext, endedCookieName(requestContext), "", 0);
}
