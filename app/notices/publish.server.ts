import { and, eq, sql } from "drizzle-orm";
import { isKindOn } from "#app/platform/http/area-switch.server.ts";
import { log } from "#app/platform/process/log.server.ts";
import { encodeFrame, hub } from "#app/platform/realtime/hub.server.ts";
import { conversationMembers, conversations, db, notices, write } from "#db/index.ts";
import { isShownConversation } from "#db/scopes/conversations.ts";
import { isOfAnonymous, isShownNotice, isUnreadOf, unreadCount } from "#db/scopes/notices.ts";
import { yieldToRequests } from "#db/yield-to-requests.ts";
import { wakeDelivery } from "./deliver.server.ts";
import { notifyNextBatch } from "./notify.server.ts";
import { pushTo } from "./push.server.ts";

/** The notices a reader may see. */
export const isShownTo = ({ hasScopes }: { hasScopes: boolean }) =>
  and(isShownNotice, hasScopes ? sql`not ${isOfAnonymous}` : undefined);

const unreadNotices = db
  .select({ count: unreadCount(sql.placeholder("userId")) })
  .from(sql`(select 1)`)
  .prepare();

export async function countNotices(userId: number): Promise<number> {
  const [row] = await unreadNotices.execute({ userId });
  return row?.count ?? 0;
}

interface ChangedNotice {
  userId: number;
  kind?: string;
}

/**
 * Call it after a commit that changed notices: it updates the members' sockets and sends what is due, without delaying
 * the caller.
 */
export async function publishNotices(rows: readonly ChangedNotice[]): Promise<void> {
  if (rows.length === 0) return;
  wakeDelivery();
  void sendCounts(rows);
  void pushAway(rows);
}

/** Delivers the remaining batches of large audiences. Also resumes them after a restart. */
export async function notifyRemaining(): Promise<void> {
  for (let notified = await notifyNextBatch(); notified; notified = await notifyNextBatch()) {
    await publishNotices(notified);
    await yieldToRequests();
  }
}

const batchSize = 100;

/** @param userIds a JSON array */
const unreadOfSeveral = db
  .select({
    userId: sql<number>`each.value`,
    unread: unreadCount(sql`each.value`),
  })
  .from(sql`json_each(${sql.placeholder("userIds")}) as each`)
  .prepare();

/** Sends the unread count to sockets that may read notices. Yields to other requests in between. */
async function sendCounts(rows: readonly ChangedNotice[]): Promise<void> {
  const present = [...new Set(rows.map(({ userId }) => userId))].filter((userId) => hub.isPresent(userId));
  for (let at = 0; at < present.length; at += batchSize) {
    try {
      const userIds = JSON.stringify(present.slice(at, at + batchSize));
      for (const { userId, unread } of await unreadOfSeveral.execute({ userIds }))
        hub.sendNotice(userId, encodeFrame({ event: "notice", data: { unread } }));
    } catch (err) {
      log.warn({ err }, "the number of notices could not be sent");
    }
    await yieldToRequests();
  }
}

/** Sends pushes to members with no page open. */
async function pushAway(rows: readonly ChangedNotice[]): Promise<void> {
  for (const [kind, notified] of Map.groupBy(rows, (row) => row.kind)) {
    const away = notified.map(({ userId }) => userId).filter((userId) => !hub.isPresent(userId));
    if (kind === undefined || !isKindOn(kind) || away.length === 0) continue;
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
    .innerJoin(conversations, eq(conversations.id, conversationMembers.conversationId))
    .where(and(eq(conversationMembers.userId, userId), sql`unread_count > 0`, isShownConversation));
  return row?.count === 1 ? "1 new message" : `${row?.count ?? 0} new messages`;
}

/** The address of a notice's page, without the fragment. */
const pageOfNotice = sql`substr(${notices.url}, 1, instr(${notices.url} || '#', '#') - 1)`;

const noticesOfPlace = db
  .select({ id: notices.id })
  .from(notices)
  .where(and(isUnreadOf(sql.placeholder("userId")), eq(pageOfNotice, sql.placeholder("url"))))
  .limit(1)
  .prepare();

/**
 * Marks a member's notices about a page as read. Returns whether there were any.
 * @param url a local path with its query
 */
export async function markPlaceRead(userId: number, url: string): Promise<boolean> {
  const [found] = await noticesOfPlace.execute({ userId, url });
  if (found) await markRead(userId, eq(pageOfNotice, url));
  return found !== undefined;
}

export async function markRead(userId: number, condition?: ReturnType<typeof and>): Promise<void> {
  const read = await write(() =>
    db
      .update(notices)
      .set({ readAt: Date.now(), mailAt: null, inDigest: false })
      .where(and(isUnreadOf(userId), condition))
      .returning({ userId: notices.userId }),
  );
  await publishNotices(read);
}
