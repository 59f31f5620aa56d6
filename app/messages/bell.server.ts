import { eq, sql } from "drizzle-orm";
import { nodes } from "#app/platform/cluster/nodes.server.ts";
import { log } from "#app/platform/process/log.server.ts";
import { encodeFrame, hub } from "#app/platform/realtime/hub.server.ts";
import { db, users, write } from "#db/index.ts";
import { unreadMessages } from "#db/scopes/messages.ts";

/** Members who arrive or leave within this time share a write. */
const shareMs = 250;

const openedAt = new Map<number, number>();
let isStoring = false;
let lastStoredAt = 0;

/** Records that a member has, or just had, a messages page open. Writes are batched: one every 250 ms at most. */
export function markMessagesOpened(userId: number): void {
  openedAt.set(userId, nodes.now());
  sendUnread(userId, 0);
  if (isStoring) return;
  isStoring = true;
  setTimeout(storeMessagesOpened, Math.max(0, lastStoredAt + shareMs - performance.now()));
}

export async function storeMessagesOpened(): Promise<void> {
  const entries = [...openedAt];
  try {
    await write(() =>
      db
        .update(users)
        .set({ messagesOpenedAt: sql`opened.value ->> 'at'` })
        .from(sql`json_each(${JSON.stringify(entries.map(([userId, at]) => ({ userId, at })))}) as opened`)
        .where(eq(users.id, sql`opened.value ->> 'userId'`)),
    );
  } catch {
    log.warn("could not record that a messages page was open");
  }
  for (const [userId, time] of entries) if (openedAt.get(userId) === time) openedAt.delete(userId);
  lastStoredAt = performance.now();
  isStoring = openedAt.size > 0;
  if (isStoring) setTimeout(storeMessagesOpened, shareMs);
}

/**
 * Counts a member's unseen messages since a messages page was last open, up to 100.
 * @param stored the count if it has just been read
 */
export async function countUnread(viewerId: number, stored?: number): Promise<number> {
  if (hub.isOnMessagesPage(viewerId)) return 0;
  if (stored !== undefined && !openedAt.has(viewerId)) return stored;
  const [row] = await storedUnread.execute({ viewerId, openedAt: openedAt.get(viewerId) ?? null });
  return row?.count ?? 0;
}

/** Sends the unread count to a member's open pages. */
export async function sendUnreadCount(userId: number): Promise<void> {
  if (!hub.isPresent(userId)) return;
  try {
    sendUnread(userId, await countUnread(userId));
  } catch {
    log.warn("could not send the number of unread messages");
  }
}

const sendUnread = (userId: number, unread: number) =>
  hub.sendToUser(userId, encodeFrame({ event: "unread_messages", data: { unread } }));

const viewer = sql.placeholder("viewerId");
const storedAt = sql`(select ${users.messagesOpenedAt} from ${users} where ${users.id} = ${viewer})`;
const storedUnread = db
  .select({ count: unreadMessages(viewer, sql`coalesce(${sql.placeholder("openedAt")}, ${storedAt})`) })
  .from(sql`(select 1)`)
  .prepare();
