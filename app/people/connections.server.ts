import { and, eq, gt, isNotNull, lte, ne, not, or, type SQL, sql } from "drizzle-orm";
import { explainMute } from "#app/platform/auth/mutes.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { undoTexts } from "#app/platform/forms/undo-texts.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { deleteInBatches } from "#db/delete-in-batches.ts";
import { blocks, connections, db, endedConnections, fanOuts, notices, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { isPending } from "#db/scopes/connections.ts";
import { isMuted } from "#db/scopes/mutes.ts";
import { isActive, isActiveNoIndex, isConnectionWith } from "#db/scopes/users.ts";
import {
  closeNotice,
  holdNotices,
  isHeld,
  notify,
  undoMs,
  withdrawHeld,
  withdrawNotices,
} from "../notices/notify.server.ts";
import { publishNotices } from "../notices/publish.server.ts";
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

/**
 * Each is a single statement that changes nothing if the state does not allow it. `ask` also accepts the other
 * member's request.
 */
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

/** A later change by either of the two ends the Undo of an earlier one. */
const deleteEnded = (viewerId: number, userId: number) =>
  db
    .delete(endedConnections)
    .where(
      or(
        and(eq(endedConnections.userId, viewerId), eq(endedConnections.otherId, userId)),
        and(eq(endedConnections.userId, userId), eq(endedConnections.otherId, viewerId)),
      ),
    );

/** What Undo restores after a decline or a removal. Must run before the change. */
const storeEnded = (
  viewerId: number,
  userId: number,
  now: number,
  change: keyof typeof connectionChanges,
) => {
  const isEnded =
    change === "decline"
      ? and(eq(connections.askedBy, userId), isPending)
      : change === "remove"
        ? isAccepted
        : sql`false`;
  return insertSelect(
    db,
    endedConnections,
    {
      userId: viewerId,
      otherId: userId,
      askedBy: connections.askedBy,
      acceptedAt: connections.acceptedAt,
      askedAt: connections.createdAt,
      endedAt: now,
    },
    connections,
    and(isPair(viewerId, userId), isEnded),
  );
};

export const deleteOldEnded = (now = Date.now()) =>
  deleteInBatches(endedConnections, lte(endedConnections.endedAt, now - undoMs));

/** A condition on `fan_outs`: the held notices to the other member about the viewer's request or answer. */
const isHeldFor = (viewerId: number, userId: number, now: number) =>
  isHeld(["connection-asked", "connection-accepted"], viewerId, { subject: viewerId, userId }, now);

/**
 * Statements that notify the two members of a change. They must directly follow it.
 * @param canUndo whether the other member is notified later
 */
function notifyOfConnection(viewerId: number, userId: number, now: number, canUndo: boolean) {
  const isNow = (state: SQL) =>
    sql`exists (select 1 from ${connections} where ${isPair(viewerId, userId)} and ${state})`;
  const tell = canUndo ? holdNotices : notify;
  const notifyOther = (kind: "connection-asked" | "connection-accepted", state: SQL) =>
    tell(
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
  return {
    asked: notifyOther(
      "connection-asked",
      sql`asked_by = ${viewerId} and accepted_at is null and created_at = ${now}`,
    ),
    accepted: notifyOther("connection-accepted", sql`asked_by = ${userId} and accepted_at = ${now}`),
    closed: closeNotice(
      viewerId,
      "connection-asked",
      userId,
      now,
      sql`not ${isNow(sql`asked_by = ${userId} and accepted_at is null`)}`,
    ),
    withdrawn: withdrawNotices(
      ["connection-asked"],
      viewerId,
      and(eq(notices.userId, userId), sql`not ${isNow(sql`asked_by = ${viewerId}`)}`),
    ),
    // Notices that are no longer true are never sent.
    unsent: withdrawHeld(and(isHeldFor(viewerId, userId, now), sql`not ${isNow(sql`true`)}`)),
  };
}

/**
 * @param canUndo whether `undoConnectionChange` can revert an answer for a minute: the other member is notified after that
 * @throws HttpError 404, 422 for yourself, 403 if the other blocks the viewer or the viewer is muted, 409 if the
 * other was faster, 429
 */
export async function changeConnection(
  viewer: Viewer,
  userId: number | null,
  change: keyof typeof connectionChanges,
  canUndo = false,
): Promise<{ state: ConnectionState; name: string }> {
  if (userId === null) throw new HttpError(404, connectionTexts.unknown);
  if (userId === viewer.id) {
    throw new HttpError(422, connectionTexts.toYourself, {
      errors: { userId: [connectionTexts.toYourself] },
    });
  }
  limitAction("connection", viewer.id, connectionTexts.tooMany);
  const now = Date.now();
  const {
    asked,
    accepted,
    closed,
    withdrawn,
    connection: [row],
  } = await namedBatch({
    outdated: deleteEnded(viewer.id, userId),
    ended: storeEnded(viewer.id, userId, now, change),
    changed: connectionChanges[change](viewer.id, userId, now),
    ...notifyOfConnection(viewer.id, userId, now, canUndo),
    connection: selectConnection(viewer.id, userId),
  });
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

/**
 * Reopens a request that the viewer accepted or declined within the last minute, or restores a connection that they
 * removed. @throws HttpError 409 after that, 429
 */
export async function undoConnectionChange(viewer: Viewer, userId: number): Promise<void> {
  limitAction("connection", viewer.id, connectionTexts.tooMany);
  const now = Date.now();
  const isEnded = and(
    eq(endedConnections.userId, viewer.id),
    eq(endedConnections.otherId, userId),
    gt(endedConnections.endedAt, now - undoMs),
  );
  const isHeldAnswer = isHeldFor(viewer.id, userId, now);
  const { reopened, restored } = await namedBatch({
    reopened: db
      .update(connections)
      .set({ acceptedAt: null })
      .where(
        and(
          isPair(viewer.id, userId),
          eq(connections.askedBy, userId),
          isAccepted,
          sql`exists (select 1 from ${fanOuts} where ${isHeldAnswer})`,
        ),
      )
      .returning({ askedBy: connections.askedBy }),
    held: withdrawHeld(isHeldAnswer),
    restored: insertSelect(
      db,
      connections,
      {
        lowId: sql`min(${users.id}, ${viewer.id})`,
        highId: sql`max(${users.id}, ${viewer.id})`,
        askedBy: endedConnections.askedBy,
        acceptedAt: endedConnections.acceptedAt,
        createdAt: endedConnections.askedAt,
      },
      sql`${endedConnections} join ${users} on ${users.id} = ${endedConnections.otherId}`,
      and(
        isEnded,
        isActiveNoIndex,
        not(isBlockedBy(viewer.id)),
        sql`not exists (select 1 from ${blocks} where blocker_id = ${viewer.id} and blocked_id = ${users.id})`,
      ),
    )
      .onConflictDoNothing()
      .returning({ askedBy: connections.askedBy }),
    deleted: db.delete(endedConnections).where(isEnded),
  });
  if (reopened.length + restored.length === 0) throw HttpError.withCode("changed-meanwhile", undoTexts.late);
  await publishNotices([{ userId: viewer.id }]);
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
