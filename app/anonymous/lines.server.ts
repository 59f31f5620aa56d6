import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  lt,
  notExists,
  type Placeholder,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { quoteLength } from "#app/messages/rules.ts";
import type { ReportedRemoval } from "#app/notices/removal-notices.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { insertAuditEntry } from "#db/audit.ts";
import { db, roomLines, roomMutes, roomReactions, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { isMutedAnonymously } from "#db/scopes/mutes.ts";
import { canStillWrite } from "#db/scopes/sessions.ts";
import type { Reaction } from "#db/vocabulary.ts";

type NewLine = Omit<typeof roomLines.$inferInsert, "id">;

export interface RoomActor {
  userId: number;
  tokenHash: string;
  /** The member's hash for the day. */
  author: Buffer;
}

const canWrite = ({ userId, tokenHash, author }: RoomActor) =>
  and(
    canStillWrite(tokenHash, { isPost: false }),
    sql`not ${isMutedAnonymously(userId)}`,
    notExists(db.select({ one: sql`1` }).from(roomMutes).where(eq(roomMutes.author, author))),
  );

/**
 * Returns the id of the new line, or of the one that its author stored with the same `tempId`. Returns nothing if the
 * member may not write.
 */
export const insertRoomLine = (line: NewLine, actor: RoomActor) =>
  insertSelect(
    db,
    roomLines,
    line,
    users,
    and(
      eq(users.id, actor.userId),
      canWrite(actor),
      line.replyToId === null
        ? undefined
        : sql`exists (select 1 from room_lines where room_lines.id = ${line.replyToId})`,
    ),
  )
    .onConflictDoUpdate({
      target: [roomLines.author, roomLines.tempId],
      targetWhere: sql`temp_id is not null`,
      set: { tempId: line.tempId },
    })
    .returning({ id: roomLines.id, sentAt: roomLines.sentAt });

/** Only for the line's author, until the day's key is replaced. */
export const deleteRoomLine = (id: number, { author, tokenHash }: RoomActor, content: string, now: number) =>
  [
    db
      .update(roomLines)
      .set({ content, deletedAt: now })
      .where(
        and(
          eq(roomLines.id, id),
          eq(roomLines.author, author),
          isNull(roomLines.deletedAt),
          canStillWrite(tokenHash, { isPost: false }),
        ),
      )
      .returning({ id: roomLines.id }),
    db.delete(roomReactions).where(
      inArray(
        roomReactions.lineId,
        db
          .select({ id: roomLines.id })
          .from(roomLines)
          .where(and(eq(roomLines.id, id), sql`${roomLines.deletedAt} is not null`)),
      ),
    ),
  ] as const;

/** @param by the hash of member and line @param sign null removes the reaction */
export function reactToRoomLine(id: number, by: Buffer, sign: Reaction | null, actor: RoomActor) {
  const isThere = sql`exists (select 1 from room_lines where room_lines.id = ${id} and room_lines.deleted_at is null)`;
  if (sign === null)
    return db
      .delete(roomReactions)
      .where(and(eq(roomReactions.lineId, id), eq(roomReactions.author, by), isThere, canWrite(actor)))
      .returning({ lineId: roomReactions.lineId });
  return insertSelect(
    db,
    roomReactions,
    { lineId: id, author: by, sign },
    users,
    and(eq(users.id, actor.userId), isThere, canWrite(actor)),
  )
    .onConflictDoUpdate({ target: [roomReactions.lineId, roomReactions.author], set: { sign } })
    .returning({ lineId: roomReactions.lineId });
}

const answered = alias(roomLines, "answered");

const columns = (author: Buffer | Placeholder) => ({
  id: roomLines.id,
  content: roomLines.content,
  guestId: roomLines.guestId,
  sentAt: roomLines.sentAt,
  deletedAt: roomLines.deletedAt,
  replyToId: roomLines.replyToId,
  answeredGuestId: answered.guestId,
  answered: sql<string | null>`substr(${answered.content}, 1, ${sql.raw(String(quoteLength))})`,
  /** The number of reactions by sign; null if there are none. */
  signs: sql<string | null>`nullif((select json_group_object(sign, total) from (select sign, count(*) as total
    from room_reactions where room_reactions.line_id = "room_lines"."id" group by sign)), '{}')`,
  isOwn: sql<number>`${roomLines.author} = ${author}`,
});

const selectLines = (author: Buffer | Placeholder) =>
  db.select(columns(author)).from(roomLines).leftJoin(answered, eq(answered.id, roomLines.replyToId));

export type RoomRow = Awaited<ReturnType<typeof newestRoomLines.execute>>[number];

export const newestRoomLines = selectLines(sql.placeholder("author"))
  .where(lt(roomLines.id, sql.placeholder("before")))
  .orderBy(desc(roomLines.id))
  .limit(sql.placeholder("limit"))
  .prepare();

export const nextRoomLines = selectLines(sql.placeholder("author"))
  .where(and(gt(roomLines.id, sql.placeholder("after")), lt(roomLines.id, sql.placeholder("before"))))
  .orderBy(asc(roomLines.id))
  .limit(sql.placeholder("limit"))
  .prepare();

export const selectRoomLine = (id: number | SQL, author: Buffer) =>
  selectLines(author).where(eq(roomLines.id, id));

/** The member's own reactions, by line. @param keys each line's id, and the member's hash there */
export const selectOwnReactions = (keys: { lineId: number; hash: string }[]) =>
  db
    .select({ lineId: roomReactions.lineId, sign: roomReactions.sign })
    .from(sql`json_each(${JSON.stringify(keys)}) as own`)
    .innerJoin(
      roomReactions,
      sql`${roomReactions.lineId} = own.value ->> 'lineId' and hex(${roomReactions.author}) = own.value ->> 'hash'`,
    );

/** Shows why a member may not write or change lines. */
export const selectRoomRights = (actor: RoomActor) =>
  db
    .select({
      isLoggedIn: canStillWrite(actor.tokenHash, { isPost: false }).mapWith(Boolean),
      canWrite: sql`${canWrite(actor)}`.mapWith(Boolean),
    })
    .from(sql`(select 1)`);

/** Deletes a reported line. */
export const removeLine = (admin: Viewer, id: number, { about, mayDecide }: ReportedRemoval) =>
  db.batch([
    db.delete(roomLines).where(and(eq(roomLines.id, id), mayDecide)),
    insertAuditEntry(admin.id, "removed the anonymous message", about),
  ]);
