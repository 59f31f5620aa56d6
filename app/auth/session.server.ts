import { hash, randomBytes } from "node:crypto";
import { and, eq, gt, inArray, lt, not, sql } from "drizzle-orm";
import { data, type RouterContextProvider, redirect } from "react-router";
import { db, sessions, users, write } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { hasSecondFactor } from "#db/scopes/users.ts";
import type { Scope } from "#db/vocabulary.ts";
import { holes } from "../cache/holes.server.ts";
import type { Audience } from "../cache/response-cache.server.ts";
import { dayMs, hourMs } from "../durations.ts";
import { hostCookieName, readCookie, setCookie } from "../http/cookies.server.ts";
import { HttpError } from "../http/problem.server.ts";
import {
  findInitiator,
  getRequestContext,
  isApiPath,
  type RequestContext,
} from "../http/request-context.server.ts";
import { log, logSecurityEvent } from "../log.server.ts";
import { hub } from "../realtime/hub.server.ts";
import { describeDevice } from "./device.server.ts";

const maxSessions = 50;
export const sessionLifetimeMs = 30 * dayMs;
const touchIntervalMs = hourMs;
/** The prefix of bearer tokens, so that scanners recognise a leaked one. */
const tokenPrefix = "quadrant_";

export interface Viewer {
  id: number;
  name: string;
  email: string;
  isAdmin: boolean;
  isMuted: boolean;
  /** Whether they come by a token that was made for some things only. */
  hasScopes: boolean;
  avatarFile: string | null;
}

export interface Session {
  tokenHash: string;
  kind: "browser" | "token";
  isReadOnly: boolean;
  /** All that a program's token may do; null for everything, or everything that reads. */
  scopes: Scope[] | null;
  viewer: Viewer;
  /** Whether its 30 days begin again with this request: once an hour at most. */
  isRenewed: boolean;
}

export const readOnlyText = "This token can only read.";

export const hasScope = ({ scopes }: Session, scope: Scope): boolean =>
  scopes === null || scopes.includes(scope) || scopes.includes(scope.replace(":read", ":write") as Scope);

export const missingScopeText = (scope: Scope) => `This token was made for other things: it lacks ${scope}.`;

export const createTokenText = () => tokenPrefix + randomBytes(32).toString("base64url");

export interface VerifiedCredentials {
  userId: number;
  passwordHash: string | null;
  hasCode?: boolean;
}

/** Comes after a new session. Of more than 50 browsers, or tokens, of a member those unused for longest end; tokens with a name stay. */
export const endOldestSessions = (userId: number, kind: Session["kind"]) =>
  db
    .delete(sessions)
    .where(
      sql`${sessions.tokenHash} in (select token_hash from sessions where user_id = ${userId} and kind = ${kind}
        order by name is null, last_used_at desc, created_at desc, rowid desc limit -1 offset ${maxSessions})`,
    )
    .returning({ tokenHash: sessions.tokenHash });

/** Returns the secret, which is worthless if the password has changed since or a code is missing. */
export async function createSession(
  member: number | VerifiedCredentials,
  kind: Session["kind"],
  request: Request,
  now = Date.now(),
): Promise<string> {
  const secret = kind === "token" ? createTokenText() : randomBytes(32).toString("base64url");
  const { userId, passwordHash, hasCode } =
    typeof member === "number" ? { userId: member, passwordHash: null, hasCode: false } : member;
  const isMember = and(
    eq(users.id, userId),
    passwordHash === null ? undefined : eq(users.passwordHash, passwordHash),
    hasCode ? undefined : not(hasSecondFactor),
  );
  const device = describeDevice(request.headers.get("User-Agent"));
  const row = {
    tokenHash: hash("sha256", secret),
    userId,
    kind,
    device,
    isReadOnly: false,
    createdAt: now,
    lastUsedAt: now,
  };
  const [created, , ended] = await db.batch([
    insertSelect(db, sessions, row, users, isMember).returning({ userId: sessions.userId }),
    // A day longer than they last, so that one that has merely expired can be told from one that was ended.
    db.delete(sessions).where(lt(sessions.lastUsedAt, now - sessionLifetimeMs - dayMs)),
    endOldestSessions(userId, kind),
  ]);
  for (const { tokenHash } of ended) hub.closeSession(tokenHash);
  if (created.length > 0) logSecurityEvent("login", { memberId: userId, kind });
  return secret;
}

export async function endSession(tokenHash: string): Promise<void> {
  const [ended] = await write(() =>
    db
      .delete(sessions)
      .where(eq(sessions.tokenHash, tokenHash))
      .returning({ userId: sessions.userId, kind: sessions.kind }),
  );
  hub.closeSession(tokenHash);
  if (ended) logSecurityEvent("session-ended", { memberId: ended.userId, kind: ended.kind });
}

export async function endAllSessions(userId: number): Promise<void> {
  await write(() => db.delete(sessions).where(eq(sessions.userId, userId)));
  hub.closeUser(userId);
  logSecurityEvent("all-sessions-ended", { memberId: userId });
}

const storedSession = db
  .select({
    lastUsedAt: sessions.lastUsedAt,
    isReadOnly: sessions.isReadOnly,
    scopes: sessions.scopes,
    isUnused: sql`${sessions.name} is not null and ${sessions.lastUsedAt} = ${sessions.createdAt}`.mapWith(
      Boolean,
    ),
    id: users.id,
    name: users.name,
    email: users.email,
    isAdmin: users.isAdmin,
    isMuted: sql<boolean>`${users.mutedAt} is not null`.mapWith(Boolean),
    avatarFile: users.avatarFile,
  })
  .from(sessions)
  .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.status, "active")))
  .where(
    and(eq(sessions.tokenHash, sql.placeholder("tokenHash")), eq(sessions.kind, sql.placeholder("kind"))),
  )
  .prepare();

/** Null when it has expired or its member is not active. @param isUse whether its 30 days begin again */
export async function findSession(
  secret: string,
  kind: Session["kind"],
  isUse = true,
): Promise<Session | null> {
  const now = Date.now();
  const tokenHash = hash("sha256", secret);
  const [row] = await storedSession.execute({ tokenHash, kind });
  if (!row || row.lastUsedAt <= now - sessionLifetimeMs) return null;
  const { lastUsedAt: savedAt, isReadOnly, scopes, isUnused, ...viewer } = row;
  const isRenewed = isUse && (isUnused || savedAt < now - touchIntervalMs);
  if (isRenewed) {
    // The full hour: the exact time could tell which member wrote the anonymous line of that moment.
    const lastUsedAt = now - (now % touchIntervalMs);
    // Nobody waits for it: a store that takes no writes still serves its readers.
    write(() => db.update(sessions).set({ lastUsedAt }).where(eq(sessions.tokenHash, tokenHash))).catch(
      (err: unknown) => log.warn({ err }, "the use of a session could not be saved"),
    );
  }
  return {
    tokenHash,
    kind,
    isReadOnly,
    scopes,
    viewer: { ...viewer, hasScopes: scopes !== null },
    isRenewed,
  };
}

export const sessionCookieName = (requestContext: RequestContext) =>
  hostCookieName(requestContext, "session");

export function setSessionCookie(requestContext: RequestContext, secret: string): void {
  setCookie(requestContext, sessionCookieName(requestContext), secret, sessionLifetimeMs / 1000);
}

export async function startBrowserSession(
  requestContext: RequestContext,
  request: Request,
  member: number | VerifiedCredentials,
): Promise<void> {
  const previous = await getSession(requestContext, request);
  if (previous?.kind === "browser") await endSession(previous.tokenHash);
  const secret = await createSession(member, "browser", request);
  setSessionCookie(requestContext, secret);
  if (requestContext.endedSession) setCookie(requestContext, endedCookieName(requestContext), "", 0);
  requestContext.isPersonal = true;
}

function clearSessionCookie(requestContext: RequestContext): void {
  setCookie(requestContext, sessionCookieName(requestContext), "", 0);
}

/** Marks a browser's session in what the browser keeps; nobody can log in with it. */
const deviceMarkOf = ({ tokenHash }: Session): string => hash("sha256", tokenHash).slice(0, 16);
const deviceCookieName = "keep";

export function keepOnDevice(requestContext: RequestContext, session: Session | null): void {
  const mark = session ? deviceMarkOf(session) : "";
  setCookie(requestContext, deviceCookieName, mark, session ? 365 * (dayMs / 1000) : 0);
  requestContext.deviceMark = mark || undefined;
}

export function forgetBrowser(requestContext: RequestContext): void {
  clearSessionCookie(requestContext);
  requestContext.emptiesDevice = true;
}

/** Tells the next page, which no longer has the session's cookie, how that session came to its end. */
export const endedCookieName = (requestContext: RequestContext) => hostCookieName(requestContext, "ended");
const endedCookieSeconds = dayMs / 1000;

/** A session that somebody has ended empties its browser with the first answer, whatever that is. */
async function noteEndedSession(requestContext: RequestContext, secret: string): Promise<void> {
  const [stored] = await storedSession.execute({ tokenHash: hash("sha256", secret), kind: "browser" });
  requestContext.endedSession = stored ? "expired" : "ended";
  if (!stored) requestContext.emptiesDevice = true;
  clearSessionCookie(requestContext);
  setCookie(requestContext, endedCookieName(requestContext), requestContext.endedSession, endedCookieSeconds);
}

/** Empties a browser with the first page after its session, unless that has expired and the page is on the way to a log-in, which finds unsent texts again. */
export function forgetEndedSession(requestContext: RequestContext, { status, headers }: Response): void {
  const { endedSession, pathname } = requestContext;
  const isPage = status === 200 && headers.get("Content-Type")?.startsWith("text/html");
  if (!endedSession || !isPage) return;
  if (endedSession === "expired" && /^\/(login|auth)\b/.test(pathname)) return;
  requestContext.emptiesDevice = true;
  setCookie(requestContext, endedCookieName(requestContext), "", 0);
}

interface SessionRequest {
  method: string;
  headers: Pick<Headers, "get">;
}

export function readBearerToken(request: SessionRequest): string | undefined {
  return /^Bearer\s+(\S+)\s*$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
}

/** Makes a request whose response many members share one of a stand-in, whose texts are holes. */
export function setStandIn(requestContext: RequestContext, { role, hasPicture }: Audience): void {
  const viewer: Viewer = {
    id: 0,
    name: holes.name,
    email: "",
    isAdmin: role === "admin",
    isMuted: false,
    hasScopes: false,
    avatarFile: hasPicture ? holes.avatarUrl : null,
  };
  const session: Session = {
    tokenHash: "",
    kind: "browser",
    isReadOnly: false,
    scopes: null,
    viewer,
    isRenewed: false,
  };
  sessionLookups.set(requestContext, Promise.resolve(session));
}

const isRead = ({ method }: SessionRequest) => method === "GET" || method === "HEAD";

const sessionLookups = new WeakMap<RequestContext, Promise<Session | null>>();

/**
 * Looked up once per request, under `/api` by the token before the cookie.
 * @throws HttpError 401 under `/api` for a bad token; 403 for a write with a read-only one, or from another origin
 */
export function getSession(requestContext: RequestContext, request: SessionRequest): Promise<Session | null> {
  const started = sessionLookups.get(requestContext);
  if (started) return started;
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
  const session = await findSession(secret, "browser", !isForeign);
  if (!session) {
    await noteEndedSession(requestContext, secret);
    return null;
  }
  const mark = deviceMarkOf(session);
  if (readCookie(request, deviceCookieName) === mark) requestContext.deviceMark = mark;
  const origin = request.headers.get("Origin");
  if (isApi && origin !== null && origin !== requestContext.origin && !isRead(request)) {
    throw HttpError.withCode("foreign-origin", "This call must come from the site itself.");
  }
  // A page may arrive after the next log-in, so that few may bring the cookie of their own session back.
  if (session.isRenewed && !isApi && request.method === "GET") setSessionCookie(requestContext, secret);
  return session;
}

interface GuardArgs {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

export async function getViewer({ request, context }: GuardArgs): Promise<Viewer | null> {
  return (await getSession(getRequestContext(context), request))?.viewer ?? null;
}

export async function requireViewer(args: GuardArgs & { url: URL }): Promise<Viewer> {
  return (await requireSession(args)).viewer;
}

export async function requireSession({ request, context, url }: GuardArgs & { url: URL }): Promise<Session> {
  const requestContext = getRequestContext(context);
  const session = await getSession(requestContext, request);
  requestContext.isPersonal = true;
  if (session) return session;
  // A post cannot be repeated, and a long query encoded again would be more than browsers accept in a header.
  const keepsQuery = request.method === "GET" && url.search.length <= 2_000;
  const redirectTo = url.pathname + (keepsQuery ? url.search : "");
  throw redirect(`/login?redirectTo=${encodeURIComponent(redirectTo)}`, 303);
}

export async function requireAdmin(args: GuardArgs & { url: URL }): Promise<Viewer> {
  const viewer = await requireViewer(args);
  if (!viewer.isAdmin) throw data("This page is for administrators.", 403);
  return viewer;
}

export const mutedText = "An administrator has muted you. You can read, but not post.";

/** @throws HttpError 403 for a muted member */
export function requireUnmuted({ isMuted }: Viewer): void {
  if (isMuted) throw HttpError.withCode("muted", mutedText);
}

export async function requireGuest(args: GuardArgs): Promise<void> {
  if (await getViewer(args)) throw redirect("/", 303);
}

const hashesOfQuery = 500;

/** Returns those of these sessions that have ended, or whose members are not active. */
export async function findEndedSessions(hashes: readonly string[]): Promise<string[]> {
  const ended = new Set(hashes);
  for (let start = 0; start < hashes.length; start += hashesOfQuery) {
    const rows = await db
      .select({ hash: sessions.tokenHash })
      .from(sessions)
      .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.status, "active")))
      .where(
        and(
          inArray(sessions.tokenHash, hashes.slice(start, start + hashesOfQuery)),
          gt(sessions.lastUsedAt, Date.now() - sessionLifetimeMs),
        ),
      );
    for (const { hash } of rows) ended.delete(hash);
  }
  return [...ended];
}
