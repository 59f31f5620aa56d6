import { and, eq, isNotNull, ne, not, type SQL, sql } from "drizzle-orm";
import { blocks, connections, db, notices, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { isPending } from "#db/scopes/connections.ts";
import { isMuted } from "#db/scopes/mutes.ts";
import { isActive, isActiveNoIndex, isConnectionWith } from "#db/scopes/users.ts";
import { explainMute } from "../auth/mutes.server.ts";
import type { Viewer } from "../auth/sessions.server.ts";
import { HttpError } from "../http/problem.server.ts";
import { limitAction } from "../limits/rate-limit.server.ts";
import { closeNotice, notify, withdrawNotices } from "../notices/notify.server.ts";
import { publishNotices } from "../notices/unread.server.ts";
import { connectionTexts } from "./connection-texts.ts";
import { type ConnectionState, describeConnection } from "./describe-connection.ts";

const isBlockedBy = (viewerId: number) =>
  sql<boolean>`exists (select 1 from ${blocks}
  where blocker_id = ${users.id} and blocked_id = ${viewerId})`.mapWith(Boolean);

const isPair = (viewerId: number, userId: number) =>
  and(
    eq(connections.lowId, Math.min(viewerId, userId)),
    eq(connections.highId, Math.max(viewerId, userId)),
    sql`exists (select 1 from ${users} where ${users.id} = ${userId} and ${isActiveNoIndex})`,
  );

const isAccepted = isNotNull(connections.acceptedAt);

/** Each is one statement that changes nothing where it does not fit. `ask` also accepts the other's request. */
const connectionChanges = {
  ask: (viewerId: number, userId: number, now: number) =>
    insertSelect(
      db,
      connections,
      {
        lowId: sql`min(${users.id}, ${viewerId})`,
        highId: sql`max(${users.id}, ${viewerId})`,
        askedBy: viewerId,
        acceptedAt: null,
        createdAt: now,
      },
      users,
      and(
        eq(users.id, userId),
        ne(users.id, viewerId),
        isActive,
        not(isBlockedBy(viewerId)),
        not(isMuted(viewerId)),
      ),
    ).onConflictDoUpdate({
      target: [connections.lowId, connections.highId],
      set: { acceptedAt: now },
      setWhere: sql`${ne(connections.askedBy, viewerId)} and ${isPending}`,
    }),
  accept: (viewerId: number, userId: number, now: number) =>
    db
      .update(connections)
      .set({ acceptedAt: now })
      .where(
        and(
          isPair(viewerId, userId),
          eq(connections.askedBy, userId),
          isPending,
          not(isMuted(viewerId)),
          sql`not exists (select 1 from ${blocks} where blocker_id = ${userId} and blocked_id = ${viewerId})`,
        ),
      ),
  decline: (viewerId: number, userId: number) =>
    db.delete(connections).where(and(isPair(viewerId, userId), eq(connections.askedBy, userId), isPending)),
  withdraw: (viewerId: number, userId: number) =>
    db.delete(connections).where(and(isPair(viewerId, userId), eq(connections.askedBy, viewerId), isPending)),
  remove: (viewerId: number, userId: number) =>
    db.delete(connections).where(and(isPair(viewerId, userId), isAccepted)),
  end: (viewerId: number, userId: number) => db.delete(connections).where(isPair(viewerId, userId)),
};

/** The statements that tell the two of a change, directly after it. */
function notifyOfConnection(viewerId: number, userId: number, now: number) {
  const isNow = (state: SQL) =>
    sql`exists (select 1 from ${connections} where ${isPair(viewerId, userId)} and ${state})`;
  const notifyOther = (kind: "connection-asked" | "connection-accepted", state: SQL) =>
    notify(
      {
        kind,
        userId,
        subject: viewerId,
        actorId: viewerId,
        facts: sql`json_object('name', ${users.name})`,
        now,
      },
      users,
      and(eq(users.id, viewerId), isNow(state)),
    );
  return [
    notifyOther(
      "connection-asked",
      sql`asked_by = ${viewerId} and accepted_at is null and created_at = ${now}`,
    ),
    notifyOther("connection-accepted", sql`asked_by = ${userId} and accepted_at = ${now}`),
    closeNotice(
      viewerId,
      "connection-asked",
      userId,
      now,
      sql`not ${isNow(sql`asked_by = ${userId} and accepted_at is null`)}`,
    ),
    withdrawNotices(
      ["connection-asked"],
      viewerId,
      and(eq(notices.userId, userId), sql`not ${isNow(sql`asked_by = ${viewerId}`)}`),
    ),
  ] as const;
}

/** @throws HttpError 404, 422 for oneself, 403 when the other blocks the viewer or the viewer is muted, 409 when the other was faster, 429 */
export async function changeConnection(
  viewer: Viewer,
  userId: number | null,
  change: keyof typeof connectionChanges,
): Promise<{ state: ConnectionState; name: string }> {
  if (userId === null) throw new HttpError(404, connectionTexts.unknown);
  if (userId === viewer.id) {
    throw new HttpError(422, connectionTexts.toYourself, {
      errors: { userId: [connectionTexts.toYourself] },
    });
  }
  limitAction("connection", viewer.id, connectionTexts.tooMany);
  const now = Date.now();
  const [, asked, accepted, closed, withdrawn, [row]] = await db.batch([
    connectionChanges[change](viewer.id, userId, now),
    ...notifyOfConnection(viewer.id, userId, now),
    selectConnection(viewer.id, userId),
  ]);
  await publishNotices([...asked, ...accepted, ...closed, ...withdrawn]);
  if (!row) throw new HttpError(404, connectionTexts.unknown);
  const state = describeConnection(row, viewer.id);
  const isRequest = change === "ask" || change === "accept";
  if (isRequest && row.isViewerMuted) throw await explainMute(viewer.id);
  const isAsked = state.connection === "connected" || state.connectionBy === "me";
  if (row.isBlocked && !isAsked && isRequest) {
    throw HttpError.withCode("blocked", connectionTexts.blocked);
  }
  const wanted = change === "accept" ? "connected" : "none";
  const isDone = change === "ask" ? isAsked : state.connection === wanted;
  if (!isDone) throw HttpError.withCode("changed-meanwhile", connectionTexts.settled);
  return { state, name: row.name };
}

const selectConnection = (viewerId: number, userId: number) =>
  db
    .select({
      name: users.name,
      askedBy: connections.askedBy,
      acceptedAt: connections.acceptedAt,
      isBlocked: isBlockedBy(viewerId),
      isViewerMuted: sql<boolean>`${isMuted(viewerId)}`.mapWith(Boolean),
    })
    .from(users)
    .leftJoin(connections, isConnectionWith(viewerId))
    .where(and(eq(users.id, userId), isActiveNoIndex));
