import { sql } from "drizzle-orm";
import { type RouterContextProvider, redirect } from "react-router";
import { deviceCookie, deviceHeader } from "#app/device/names.ts";
import { db } from "#db/index.ts";
import { canStillWrite, type WriteKind } from "#db/scopes/sessions.ts";
import { readCookie, setCookie } from "../http/cookies.server.ts";
import { HttpError } from "../http/problem.server.ts";
import {
  findInitiator,
  getRequestContext,
  isApiPath,
  type RequestContext,
  type SharedReader,
} from "../http/request-context.server.ts";
import { forbidStoring } from "../http/response.server.ts";
import { log, logSecurityEvent } from "../process/log.server.ts";
import { hub } from "../realtime/hub.server.ts";
import { describeMute, explainMute } from "./mutes.server.ts";
import {
  clearSessionCookie,
  deviceMarkOf,
  endedCookieName,
  noteEndedSession,
  sessionCookieName,
  setSessionCookie,
} from "./session-cookies.server.ts";
import {
  createSession,
  endSession,
  findSession,
  readOnlyText,
  type Session,
  type VerifiedCredentials,
  type Viewer,
} from "./sessions.server.ts";

interface SessionRequest {
  method: string;
  headers: Pick<Headers, "get">;
}

export function readBearerToken(request: SessionRequest): string | undefined {
  return /^Bearer\s+(\S+)\s*$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
}

const isRead = ({ method }: SessionRequest) => method === "GET" || method === "HEAD";

const sessionLookups = new WeakMap<RequestContext, Promise<Session | null>>();

/**
 * The session is looked up once per request. Under `/api` a bearer token takes precedence over the cookie.
 * @throws HttpError under `/api`: 401 for a bad token, 403 for a write with a read-only token or from another origin
 */
export function getSession(requestContext: RequestContext, request: SessionRequest): Promise<Session | null> {
  if (requestContext.sharedReader) throw new Error("Members share this response: use getReader.");
  const started = sessionLookups.get(requestContext);
  if (started !== undefined) return started;
  const lookup = readSession(requestContext, request);
  sessionLookups.set(requestContext, lookup);
  return lookup;
}

async function readSession(requestContext: RequestContext, request: SessionRequest): Promise<Session | null> {
  const isApi = requestContext.pathname !== "/api" && isApiPath(requestContext.pathname);
  const token = isApi ? readBearerToken(request) : undefined;
  if (token !== undefined) {
    const session = await findSession(token, "token");
    if (!session) throw HttpError.withCode("invalid-token", "Invalid token");
    if (session.isReadOnly && !isRead(request)) {
      throw HttpError.withCode("read-only-token", readOnlyText);
    }
    return session;
  }

  const secret = readCookie(request, sessionCookieName(requestContext));
  if (!secret) {
    const ended = readCookie(request, endedCookieName(requestContext));
    if (ended) requestContext.endedSession = ended === "expired" ? "expired" : "ended";
    return null;
  }
  if (!/^[\w-]{43}$/.test(secret)) {
    log.warn({ requestId: requestContext.id }, "corrupt session cookie dropped");
    clearSessionCookie(requestContext);
    return null;
  }
  const isForeign = findInitiator(request, requestContext) === "other-site";
  const session = await findSession(secret, "browser", {
    isUse: !isForeign,
    isOfPage: requestContext.isPage,
  });
  if (!session) {
    await noteEndedSession(requestContext, secret);
    return null;
  }
  const mark = deviceMarkOf(session);
  if (readCookie(request, deviceCookie) === mark) requestContext.responseHeaders.set(deviceHeader, mark);
  const origin = request.headers.get("Origin");
  if (isApi && origin !== null && origin !== requestContext.origin && !isRead(request)) {
    throw HttpError.withCode("foreign-origin", "This call must come from the site itself.");
  }
  // Rarely: a page that arrives after the next log-in would restore the old session's cookie.
  if (session.isRenewed && !isApi && request.method === "GET")
    setSessionCookie(requestContext, secret, session.viewer.id);
  return session;
}

export async function startBrowserSession(
  requestContext: RequestContext,
  request: Request,
  member: number | VerifiedCredentials,
): Promise<void> {
  const previous = await getSession(requestContext, request);
  if (previous?.kind === "browser") await endSession(previous.tokenHash);
  const secret = await createSession(member, "browser", request);
  setSessionCookie(requestContext, secret, typeof member === "number" ? member : member.userId);
  if (requestContext.endedSession) setCookie(requestContext, endedCookieName(requestContext), "", 0);
  forbidStoring(requestContext.responseHeaders);
}

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
  setSessionCookie(requestContext, await createSession(member, "browser", request), member.userId);
}

interface GuardArgs {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

export async function getViewer({ request, context }: GuardArgs): Promise<Viewer | null> {
  return (await getSession(getRequestContext(context), request))?.viewer ?? null;
}

/** For pages whose cache varies by role. The reader of a shared copy has no id. */
export async function getReader(args: GuardArgs): Promise<Viewer | SharedReader | null> {
  return getRequestContext(args.context).sharedReader ?? (await getViewer(args));
}

export async function requireViewer(args: GuardArgs & { url: URL }): Promise<Viewer> {
  return (await requireSession(args)).viewer;
}

export async function requireSession({ request, context, url }: GuardArgs & { url: URL }): Promise<Session> {
  const requestContext = getRequestContext(context);
  const session = await getSession(requestContext, request);
  forbidStoring(requestContext.responseHeaders);
  if (session) return session;
  // A redirect would lose the form.
  if (requestContext.unsentForm) throw new HttpError(401);
  // A POST cannot be repeated, and a long query, encoded again, exceeds what browsers accept in a header.
  const canReturnToQuery = request.method === "GET" && url.search.length <= 2_000;
  const redirectTo = url.pathname + (canReturnToQuery ? url.search : "");
  throw redirect(`/login?redirectTo=${encodeURIComponent(redirectTo)}`, 303);
}

export async function requireAdmin(args: GuardArgs & { url: URL }): Promise<Viewer> {
  const viewer = await requireViewer(args);
  if (!viewer.isAdmin) throw new HttpError(403, "This page is for administrators.");
  return viewer;
}

/** For administrators and moderators. @throws HttpError 403 */
export async function requireModerator(args: GuardArgs & { url: URL }): Promise<Viewer> {
  const viewer = await requireViewer(args);
  if (!viewer.isAdmin && !viewer.isModerator)
    throw new HttpError(403, "This page is for administrators and moderators.");
  return viewer;
}

/** @throws HttpError 403 for a muted member */
export function requireUnmuted({ mute }: Viewer): void {
  if (mute) throw HttpError.withCode("muted", describeMute(mute));
}

export async function requireGuest(args: GuardArgs): Promise<void> {
  if (await getViewer(args)) throw redirect("/", 303);
}

/** Explains why `canStillWrite` refused a write. @throws HttpError 401 without a session, 403 for a muted member */
export async function requireWriteAccess(
  { tokenHash, viewer }: Session,
  { isPost }: WriteKind,
): Promise<void> {
  const [can] = await db
    .select({
      write: canStillWrite(tokenHash, { isPost: false }),
      post: canStillWrite(tokenHash, { isPost: true }),
    })
    .from(sql`(select 1)`);
  if (!can?.write) throw new HttpError(401);
  if (isPost && !can.post) throw await explainMute(viewer.id);
}
