import { hash } from "node:crypto";
import { hostCookieName, setCookie } from "../http/cookies.server.ts";
import type { RequestContext } from "../http/request-context.server.ts";
import { emptyDevice } from "../http/response.server.ts";
import { dayMs } from "../time/durations.ts";
import { isStored, type Session, sessionLifetimeMs } from "./sessions.server.ts";

export const sessionCookieName = (requestContext: RequestContext) =>
  hostCookieName(requestContext, "session");

export function setSessionCookie(requestContext: RequestContext, secret: string): void {
  setCookie(requestContext, sessionCookieName(requestContext), secret, sessionLifetimeMs / 1000);
}

export function clearSessionCookie(requestContext: RequestContext): void {
  setCookie(requestContext, sessionCookieName(requestContext), "", 0);
}

/** Marks a browser's session in what the browser keeps; nobody can log in with it. */
export const deviceMarkOf = ({ tokenHash }: Session): string => hash("sha256", tokenHash).slice(0, 16);
export const deviceCookieName = "keep";

export function keepOnDevice(requestContext: RequestContext, session: Session | null): void {
  const mark = session ? deviceMarkOf(session) : "";
  setCookie(requestContext, deviceCookieName, mark, session ? 365 * (dayMs / 1000) : 0);
  if (mark) requestContext.responseHeaders.set("X-Device", mark);
  else requestContext.responseHeaders.delete("X-Device");
}

export function forgetBrowser(requestContext: RequestContext): void {
  clearSessionCookie(requestContext);
  emptyDevice(requestContext.responseHeaders);
}

/** Tells the next page, which no longer has the session's cookie, how that session came to its end. */
export const endedCookieName = (requestContext: RequestContext) => hostCookieName(requestContext, "ended");
const endedCookieSeconds = dayMs / 1000;

/** A session that somebody has ended empties its browser with the first answer, whatever that is. */
export async function noteEndedSession(requestContext: RequestContext, secret: string): Promise<void> {
  const hasExpired = await isStored(secret);
  requestContext.endedSession = hasExpired ? "expired" : "ended";
  if (!hasExpired) emptyDevice(requestContext.responseHeaders);
  clearSessionCookie(requestContext);
  setCookie(requestContext, endedCookieName(requestContext), requestContext.endedSession, endedCookieSeconds);
}

/** Empties a browser with the first page after its session, unless that has expired and the page is on the way to a log-in, which finds unsent texts again. */
export function forgetEndedSession(requestContext: RequestContext, { status, headers }: Response): void {
  const { endedSession, pathname } = requestContext;
  const isPage = status === 200 && headers.get("Content-Type")?.startsWith("text/html");
  if (!endedSession || !isPage) return;
  if (endedSession === "expired" && /^\/(login|auth)\b/.test(pathname)) return;
  emptyDevice(requestContext.responseHeaders);
  setCookie(requestContext, endedCookieName(requestContext), "", 0);
}
