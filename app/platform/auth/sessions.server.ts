import { hash, randomBytes } from "node:crypto";
import { and, eq, gt, inArray, lt, not, sql } from "drizzle-orm";
import { isStoreFailure } from "#db/failures.ts";
import { db, sessions, users, write } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { unreadMessages } from "#db/scopes/messages.ts";
import { isMutedNow } from "#db/scopes/mutes.ts";
import { unreadColumns } from "#db/scopes/notices.ts";
import { hasSecondFactor } from "#db/scopes/users.ts";
import type { Scope } from "#db/vocabulary.ts";
import { log, logSecurityEvent } from "../process/log.server.ts";
import { hub } from "../realtime/hub.server.ts";
import { dayMs, hourMs } from "../time/durations.ts";
import { today } from "../time/time.server.ts";
import { describeDevice } from "./device.server.ts";

const maxSessions = 50;
export const sessionLifetimeMs = 30 * dayMs;
const touchIntervalMs = hourMs;
/** The prefix of bearer tokens, so that scanners recognise a leaked one. */
const tokenPrefix = "quadrant_";

/** A mute in force. `until` is null if only an administrator lifts it. */
export interface Mute {
  reason: string;
  until: number | null;
}

export interface Viewer {
  id: number;
  name: string;
  email: string;
  isAdmin: boolean;
  /** Never while muted. */
  isModerator: boolean;
  mute: Mute | null;
  /** Whether the request has a token with limited scopes. */
  hasScopes: boolean;
  avatarFile: string | null;
  /** Counted when the session was read, and only for pages. */
  unread?: { messages: number; notices: number; hasUnread: boolean } | undefined;
}

export interface Session {
  tokenHash: string;
  kind: "browser" | "token";
  isReadOnly: boolean;
  /** What the token may do. Null for everything, or for all reads if `isReadOnly`. */
  scopes: Scope[] | null;
  viewer: Viewer;
  /** Whether this request restarts the session's 30 days, which happens at most once an hour. */
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

/**
 * Run it after creating a session: beyond 50 browsers, or 50 tokens, it ends those unused for longest. Named tokens are
 * the last to end.
 */
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
  const { created, ended } = await namedBatch({
    created: insertSelect(db, sessions, row, users, isMember).returning({ userId: sessions.userId }),
    // Kept a day beyond expiry, to distinguish an expired session from one that somebody ended.
    expired: db.delete(sessions).where(lt(sessions.lastUsedAt, now - sessionLifetimeMs - dayMs)),
    ended: endOldestSessions(userId, kind),
  });
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

const sessionColumns = {
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
  isModerator: users.isModerator,
  lastVisitDay: users.lastVisitDay,
  isMuted: sql<boolean>`${isMutedNow("users", sql.placeholder("now"))}`.mapWith(Boolean),
  muteReason: users.muteReason,
  mutedUntil: users.mutedUntil,
  avatarFile: users.avatarFile,
};
const isActive = and(eq(users.id, sessions.userId), eq(users.status, "active"));
const isAsked = and(
  eq(sessions.tokenHash, sql.placeholder("tokenHash")),
  eq(sessions.kind, sql.placeholder("kind")),
);

const storedSession = db
  .select(sessionColumns)
  .from(sessions)
  .innerJoin(users, isActive)
  .where(isAsked)
  .prepare();

/** Includes the header's counts, because on rqlite every further statement is another network round trip. */
const storedReader = db
  .select({
    ...sessionColumns,
    unreadMessages: unreadMessages(users.id, users.messagesOpenedAt),
    ...unreadColumns(users.id),
  })
  .from(sessions)
  .innerJoin(users, isActive)
  .where(isAsked)
  .prepare();

async function findStored(tokenHash: string, kind: Session["kind"], isOfPage: boolean, now: number) {
  if (isOfPage) {
    try {
      const [reader] = await storedReader.execute({ tokenHash, kind, now });
      if (!reader) return undefined;
      const { unreadMessages: messages, unreadNotices: notices, hasUnread, ...stored } = reader;
      return { ...stored, unread: { messages, notices, hasUnread } };
    } catch (err) {
      // A retry would double the wait for a store that does not answer.
      if (isStoreFailure(err)) throw err;
      log.error({ err }, "unread messages and notices not counted");
    }
  }
  const [stored] = await storedSession.execute({ tokenHash, kind, now });
  return stored;
}

/** Whether a browser session with that secret is stored, expired or not. */
export async function isStored(secret: string): Promise<boolean> {
  const [stored] = await storedSession.execute({
    tokenHash: hash("sha256", secret),
    kind: "browser",
    now: Date.now(),
  });
  return stored !== undefined;
}

/**
 * Returns null if the session has expired or its member is not active.
 * @param options `isUse`: restart its 30 days if due. `isOfPage`: count `unread`.
 */
export async function findSession(
  secret: string,
  kind: Session["kind"],
  { isUse = true, isOfPage = false } = {},
): Promise<Session | null> {
  const now = Date.now();
  const tokenHash = hash("sha256", secret);
  const row = await findStored(tokenHash, kind, isOfPage, now);
  if (!row || row.lastUsedAt <= now - sessionLifetimeMs) return null;
  const {
    lastUsedAt: savedAt,
    isReadOnly,
    scopes,
    isUnused,
    isMuted,
    muteReason,
    mutedUntil: until,
    lastVisitDay,
    ...viewer
  } = row;
  const mute = isMuted ? { reason: muteReason ?? "", until } : null;
  const isRenewed = isUse && (isUnused || savedAt < now - touchIntervalMs);
  if (isRenewed) {
    // Rounded to the hour: the exact time could reveal who wrote an anonymous line at that moment.
    const lastUsedAt = now - (now % touchIntervalMs);
    // Not awaited: reads must still work while the store refuses writes.
    write(() => db.update(sessions).set({ lastUsedAt }).where(eq(sessions.tokenHash, tokenHash))).catch(
      (err: unknown) => log.warn({ err }, "the last use of a session could not be saved"),
    );
  }
  if (isUse && kind === "browser" && viewer.isAdmin && lastVisitDay !== today(now)) {
    write(() =>
      db
        .update(users)
        .set({ lastVisitDay: today(now) })
        .where(and(eq(users.id, viewer.id), users.isAdmin)),
    ).catch((err: unknown) => log.warn({ err }, "an administrator's visit could not be saved"));
  }
  return {
    tokenHash,
    kind,
    isReadOnly,
    scopes,
    viewer: {
      ...viewer,
      isModerator: viewer.isModerator && mute === null,
      mute,
      hasScopes: scopes !== null,
    },
    isRenewed,
  };
}

const hashesOfQuery = 500;

/** Returns the hashes of sessions that have ended, or whose members are not active. */
export async function listEndedSessions(hashes: readonly string[]): Promise<string[]> {
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
