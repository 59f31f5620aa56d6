import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, lt } from "drizzle-orm";
import { type RouterContextProvider, redirect } from "react-router";
import { db, sessions, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { hostCookieName, readCookie, setCookie } from "../http/cookies.server.ts";
import { HttpError } from "../http/problem.server.ts";
import { getRequestContext, isApiPath, type RequestContext } from "../http/request-context.server.ts";
import { log } from "../log.server.ts";
import { hub } from "../realtime/hub.server.ts";

const dayMs = 86_400_000;
/** Sessions and tokens last this long from their last use. */
export const sessionLifetimeMs = 30 * dayMs;
/** A session's last use is written down at most this often. */
const touchIntervalMs = dayMs / 24;
/** What a bearer token begins with, so that a leaked one is recognised for what it is. */
export const tokenPrefix = "quadrant_";

/** The member who is asking. */
export interface Viewer {
  id: number;
  name: string;
  email: string;
  isAdmin: boolean;
  avatarFile: string | null;
}

export interface Session {
  tokenHash: string;
  kind: "browser" | "token";
  viewer: Viewer;
}

/** What of a session's secret is kept. */
const hashSecret = (secret: string) => createHash("sha256").update(secret).digest("hex");

/** A member who has shown their password, and the hash it was compared with. */
export interface VerifiedCredentials {
  userId: number;
  passwordHash: string;
}

/**
 * Begins a session. Answers its secret, which is kept nowhere. A log-in that was overtaken by a new password gets a
 * session that is over already.
 */
export async function createSession(
  member: number | VerifiedCredentials,
  kind: Session["kind"],
  now = Date.now(),
): Promise<string> {
  const secret = (kind === "token" ? tokenPrefix : "") + randomBytes(32).toString("base64url");
  const isMember =
    typeof member === "number"
      ? eq(users.id, member)
      : and(eq(users.id, member.userId), eq(users.passwordHash, member.passwordHash));
  const userId = typeof member === "number" ? member : member.userId;
  const row = { tokenHash: hashSecret(secret), userId, kind, createdAt: now, lastUsedAt: now };
  await db.batch([
    insertSelect(db, sessions, row, users, isMember),
    db.delete(sessions).where(lt(sessions.lastUsedAt, now - sessionLifetimeMs)),
  ]);
  return secret;
}

/** Ends one session at once, and closes its open sockets. */
export async function endSession(tokenHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
  hub.closeSession(tokenHash);
}

/** Ends every session of a member at once, of browsers and of programs: after a new password, above all. */
export async function endAllSessions(userId: number): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId));
  hub.closeUser(userId);
}

/** The session behind a secret while it lasts and its member is active. */
export async function findSession(
  secret: string,
  kind: Session["kind"],
  now = Date.now(),
): Promise<Session | null> {
  const tokenHash = hashSecret(secret);
  const [row] = await db
    .select({
      lastUsedAt: sessions.lastUsedAt,
      id: users.id,
      name: users.name,
      email: users.email,
      isAdmin: users.isAdmin,
      avatarFile: users.avatarFile,
    })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.status, "active")))
    .where(
      and(
        eq(sessions.tokenHash, tokenHash),
        eq(sessions.kind, kind),
        gt(sessions.lastUsedAt, now - sessionLifetimeMs),
      ),
    );
  if (!row) return null;
  const { lastUsedAt, ...viewer } = row;
  if (lastUsedAt < now - touchIntervalMs) {
    await db.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.tokenHash, tokenHash));
  }
  return { tokenHash, kind, viewer };
}

export const sessionCookieName = (requestContext: RequestContext) =>
  hostCookieName(requestContext, "session");

function setSessionCookie(requestContext: RequestContext, secret: string): void {
  setCookie(requestContext, sessionCookieName(requestContext), secret, sessionLifetimeMs / 1000);
}

/** Gives the visitor's browser a session of this member, ending the one it had. */
export async function startBrowserSession(
  requestContext: RequestContext,
  request: Request,
  member: number | VerifiedCredentials,
): Promise<void> {
  const before = await getSession(requestContext, request);
  if (before?.kind === "browser") await endSession(before.tokenHash);
  const secret = await createSession(member, "browser");
  setSessionCookie(requestContext, secret);
}

/** Takes the session cookie off the visitor's browser. */
export function clearSessionCookie(requestContext: RequestContext): void {
  setCookie(requestContext, sessionCookieName(requestContext), "", 0);
}

/** The bearer token of a request, if it has one. */
export function readBearerToken(request: Request): string | undefined {
  return /^Bearer\s+(\S+)\s*$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
}

const lookUps = new WeakMap<RequestContext, Promise<Session | null>>();

/**
 * The session of a request, or null for a guest. It is looked up once per request. Under `/api` a bearer token takes
 * precedence over the cookie.
 * @throws HttpError 401 under `/api` for a bad or expired bearer token
 * @throws HttpError 403 under `/api` when a cookie would change something from another origin
 */
export function getSession(requestContext: RequestContext, request: Request): Promise<Session | null> {
  const known = lookUps.get(requestContext);
  if (known) return known;
  const lookUp = readSession(requestContext, request);
  lookUps.set(requestContext, lookUp);
  return lookUp;
}

async function readSession(requestContext: RequestContext, request: Request): Promise<Session | null> {
  const isApi = isApiPath(requestContext.pathname);
  const token = isApi ? readBearerToken(request) : undefined;
  if (token !== undefined) {
    const session = await findSession(token, "token");
    if (!session) throw new HttpError(401, "Invalid token");
    return session;
  }

  const secret = readCookie(request, sessionCookieName(requestContext));
  if (!secret) return null;
  if (!/^[\w-]{43}$/.test(secret)) {
    log.warn({ requestId: requestContext.id }, "corrupt session cookie dropped");
    clearSessionCookie(requestContext);
    return null;
  }
  const session = await findSession(secret, "browser");
  if (!session) {
    clearSessionCookie(requestContext);
    return null;
  }
  const origin = request.headers.get("Origin");
  if (
    isApi &&
    origin !== null &&
    origin !== requestContext.origin &&
    !["GET", "HEAD"].includes(request.method)
  ) {
    throw new HttpError(403, "This call must come from the site itself.");
  }
  // The browser forgets a cookie after 30 days too: it is sent anew with pages, so that the time counts from the last use.
  if (!isApi && request.method === "GET") setSessionCookie(requestContext, secret);
  return session;
}

interface GuardArgs {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/** The member who is asking, or null for a guest. */
export async function getViewer({ request, context }: GuardArgs): Promise<Viewer | null> {
  return (await getSession(getRequestContext(context), request))?.viewer ?? null;
}

/** The first line of a page for members: a guest is sent to log in and comes back here after it. */
export async function requireViewer(asked: GuardArgs & { url: URL }): Promise<Viewer> {
  const viewer = await getViewer(asked);
  if (viewer) return viewer;
  // What was posted can not be posted again: after the log-in comes the page itself.
  const here = asked.url.pathname + (asked.request.method === "GET" ? asked.url.search : "");
  throw redirect(`/login?redirectTo=${encodeURIComponent(here)}`, 303);
}

/** The first line of the log-in and registration pages: a member has no business there. */
export async function requireGuest(asked: GuardArgs): Promise<void> {
  if (await getViewer(asked)) throw redirect("/", 303);
}
