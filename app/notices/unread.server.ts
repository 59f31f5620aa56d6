import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { conversationMembers, db, notices, write } from "#db/index.ts";
import { log } from "../log.server.ts";
import { encodeFrame, hub } from "../realtime/hub.server.ts";
import { shownKinds } from "../schemas/notice-kinds.ts";
import { wakeDelivery } from "./deliver.server.ts";
import { pushTo } from "./push.server.ts";

export const isShown = inArray(notices.kind, shownKinds);

/** Past this number nobody counts. */
const maxCounted = 1_000;

const unreadNotices = db
  .select({ count: sql<number>`count(*)` })
  .from(
    db
      .select({ one: sql`1`.as("one") })
      .from(notices)
      .where(and(eq(notices.userId, sql.placeholder("userId")), isNull(notices.readAt), isShown))
      .limit(maxCounted)
      .as("unread"),
  )
  .prepare();

export async function countNotices(userId: number): Promise<number> {
  const [row] = await unreadNotices.execute({ userId });
  return row?.count ?? 0;
}

/** After a commit that changed notices: tells the sockets of the members, and sends what is to be mailed at once. */
export async function publishNotices(rows: readonly { userId: number; kind?: string }[]): Promise<void> {
  if (rows.length === 0) return;
  wakeDelivery();
  void pushAway(rows);
  for (const userId of new Set(rows.map((row) => row.userId))) {
    if (!hub.isPresent(userId)) continue;
    try {
      const unread = await countNotices(userId);
      hub.sendToSockets(userId, encodeFrame({ event: "notice", data: { unread } }));
    } catch (err) {
      log.warn({ err }, "the number of notices could not be sent");
    }
  }
}

/** Pushes to those who have no page open. */
async function pushAway(rows: readonly { userId: number; kind?: string }[]): Promise<void> {
  for (const [kind, told] of Map.groupBy(rows, (row) => row.kind)) {
    const away = told.map(({ userId }) => userId).filter((userId) => !hub.isPresent(userId));
    if (kind === undefined || away.length === 0) continue;
    await pushTo(away, kind, kind === "messages-unread" ? describeMessages : describeNotices);
  }
}

async function describeNotices(userId: number): Promise<string> {
  const count = await countNotices(userId);
  return count === 1 ? "1 new notice" : `${count} new notices`;
}

async function describeMessages(userId: number): Promise<string> {
  const [row] = await db
    .select({ count: sql<number>`total(${conversationMembers.unreadCount})` })
    .from(conversationMembers)
    .where(and(eq(conversationMembers.userId, userId), sql`unread_count > 0`));
  return row?.count === 1 ? "1 new message" : `${row?.count ?? 0} new messages`;
}

const noticesOfPlace = db
  .select({ id: notices.id })
  .from(notices)
  .where(
    and(
      eq(notices.userId, sql.placeholder("userId")),
      eq(notices.url, sql.placeholder("url")),
      isNull(notices.readAt),
    ),
  )
  .limit(1)
  .prepare();

/** Marks what a member was told about a place as read. @param url a path of ours with its query */
export async function markPlaceRead(userId: number, url: string): Promise<void> {
  const [found] = await noticesOfPlace.execute({ userId, url });
  if (!found) return;
  await markRead(userId, sql`${notices.url} = ${url}`);
}

export async function markRead(userId: number, condition?: ReturnType<typeof and>): Promise<void> {
  const read = await write(() =>
    db
      .update(notices)
      .set({ readAt: Date.now(), mailAt: null, inDigest: false })
      .where(and(eq(notices.userId, userId), isNull(notices.readAt), condition))
      .returning({ userId: notices.userId }),
  );
  await publishNotices(read);
}
