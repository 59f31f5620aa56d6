import { and, desc, eq, isNull, ne, sql } from "drizzle-orm";
import { endSession, type Session, sessionLifetimeMs } from "#app/platform/auth/sessions.server.ts";
import { logSecurityEvent } from "#app/platform/process/log.server.ts";
import { hub } from "#app/platform/realtime/hub.server.ts";
import { hourMs } from "#app/platform/time/durations.ts";
import { formatDateTime, timeAgo } from "#app/platform/time/time.server.ts";
import { db, sessions, write } from "#db/index.ts";
import { cutPage, type ListPage } from "#db/scopes/pages.ts";

const pageSize = 50;

/** Identifies a session in forms by the beginning of its hash. The full hash stays on the server. */
const sessionId = sql<string>`substr(${sessions.tokenHash}, 1, 16)`;

export interface ShownSession {
  id: string;
  kind: "browser" | "token";
  device: string | null;
  isCurrent: boolean;
  started: string;
  used: string;
}

/** A page of a member's sessions, most recently used first, and whether there are other sessions than this one. */
export async function listSessions(
  { tokenHash: current, viewer }: Session,
  cursor: string | null,
): Promise<ListPage<ShownSession> & { hasOthers: boolean }> {
  const isAlive = and(
    eq(sessions.userId, viewer.id),
    sql`${sessions.lastUsedAt} > ${Date.now() - sessionLifetimeMs}`,
  );
  const [, usedAt, id] = /^(\d{1,15})-([0-9a-f]{16})$/.exec(cursor ?? "") ?? [];
  const isAfter = id && sql`(${sessions.lastUsedAt}, ${sessions.tokenHash}) < (${Number(usedAt)}, ${id})`;
  const [rows, others] = await db.batch([
    db
      .select({
        id: sessionId,
        tokenHash: sessions.tokenHash,
        kind: sessions.kind,
        device: sessions.device,
        createdAt: sessions.createdAt,
        lastUsedAt: sessions.lastUsedAt,
      })
      .from(sessions)
      // Named tokens have their own page.
      .where(and(isAlive, isNull(sessions.name), isAfter || undefined))
      .orderBy(desc(sessions.lastUsedAt), desc(sessions.tokenHash))
      .limit(pageSize + 1),
    db
      .select({ one: sql`1` })
      .from(sessions)
      .where(and(isAlive, ne(sessions.tokenHash, current)))
      .limit(1),
  ]);
  const { page, last } = cutPage(rows, pageSize);
  return {
    rows: page.map(({ tokenHash, createdAt, lastUsedAt, ...session }) => ({
      ...session,
      isCurrent: tokenHash === current,
      started: formatDateTime(createdAt),
      // The last use is stored at most once an hour.
      used: lastUsedAt > Date.now() - hourMs ? "within the hour" : timeAgo(lastUsedAt),
    })),
    next: last ? `${last.lastUsedAt}-${last.id}` : null,
    hasOthers: others.length > 0,
  };
}

/**
 * Ends one of a member's sessions and returns whether it was this one. Ignores sessions that have ended or belong to
 * someone else.
 */
export async function endOwnSession({ tokenHash, viewer }: Session, id: string): Promise<boolean> {
  const [session] = await db
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(and(eq(sessions.userId, viewer.id), eq(sessionId, id)));
  if (session) await endSession(session.tokenHash);
  return session?.tokenHash === tokenHash;
}

/** Ends all of a member's other sessions, including those of programs. */
export async function endOtherSessions({ tokenHash, viewer }: Session): Promise<void> {
  const isOther = and(eq(sessions.userId, viewer.id), ne(sessions.tokenHash, tokenHash));
  const ended = await write(() => db.delete(sessions).where(isOther).returning({ kind: sessions.kind }));
  hub.closeUser(viewer.id, tokenHash);
  logSecurityEvent("other-sessions-ended", { memberId: viewer.id, count: ended.length });
}
