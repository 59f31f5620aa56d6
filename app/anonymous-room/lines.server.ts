import { and, asc, desc, eq, gt, lt, notExists, type Placeholder, sql } from "drizzle-orm";
import { db, roomLines, roomMutes, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { isMutedAnonymously } from "#db/scopes/mutes.ts";
import { canStillWrite } from "#db/scopes/sessions.ts";

type NewLine = Omit<typeof roomLines.$inferInsert, "id">;

/** Returns the line, or the one that its author has stored with the same `tempId`; nothing for those who may not write. */
export const insertRoomLine = (line: NewLine, userId: number, tokenHash: string) =>
  insertSelect(
    db,
    roomLines,
    line,
    users,
    and(
      eq(users.id, userId),
      canStillWrite(tokenHash, { isPost: false }),
      sql`not ${isMutedAnonymously(userId)}`,
      notExists(db.select({ one: sql`1` }).from(roomMutes).where(eq(roomMutes.author, line.author))),
    ),
  )
    .onConflictDoUpdate({
      target: [roomLines.author, roomLines.tempId],
      targetWhere: sql`temp_id is not null`,
      set: { tempId: line.tempId },
    })
    .returning({
      id: roomLines.id,
      content: roomLines.content,
      guestId: roomLines.guestId,
      sentAt: roomLines.sentAt,
    });

const columns = (author: Buffer | Placeholder) => ({
  id: roomLines.id,
  content: roomLines.content,
  guestId: roomLines.guestId,
  sentAt: roomLines.sentAt,
  isOwn: sql<number>`${roomLines.author} = ${author}`,
});

export const newestRoomLines = db
  .select(columns(sql.placeholder("author")))
  .from(roomLines)
  .where(lt(roomLines.id, sql.placeholder("before")))
  .orderBy(desc(roomLines.id))
  .limit(sql.placeholder("limit"))
  .prepare();

export const nextRoomLines = db
  .select(columns(sql.placeholder("author")))
  .from(roomLines)
  .where(and(gt(roomLines.id, sql.placeholder("after")), lt(roomLines.id, sql.placeholder("before"))))
  .orderBy(asc(roomLines.id))
  .limit(sql.placeholder("limit"))
  .prepare();
