import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { db, users } from "#db/index.ts";
import { markConversationSeen, type Pair, selectConversations, selectThread } from "#db/scopes/messages.ts";
import { isActiveUnindexed, matchingUserIds, orderByNameMatch } from "#db/scopes/users.ts";
import { log } from "../../log.server.ts";
import { broadcastSeen, serializeMessage } from "../../messaging/messages.server.ts";
import { type Summary, summaryHref } from "./inbox-reducer.ts";
import { toRow } from "./thread-reducer.ts";

/** Conversations and messages on one page of theirs. */
const pageSize = 50;
const maxFound = 20;

const avatarUrl = (file: string | null) => file && `/files/avatars/${file}`;

/** A part of a member's inbox, and where the next one begins. */
export async function loadInbox(viewerId: number, before?: number) {
  const rows = await selectConversations(viewerId, { limit: pageSize + 1, before });
  const shown = rows.slice(0, pageSize);
  return {
    conversations: shown.map(
      (row): Summary => ({
        userId: row.userId,
        name: row.name,
        avatarUrl: avatarUrl(row.avatarFile),
        lastMessage: row.lastMessage.slice(0, 160),
        lastMessageAt: row.lastMessageAt,
        own: row.lastSenderId === viewerId,
        unreadCount: row.unreadCount,
        isAnonymous: row.isAnonymous === 1,
        href: summaryHref(row.userId, row.isAnonymous === 1),
      }),
    ),
    next: rows.length > pageSize ? (shown.at(-1)?.cursor ?? null) : null,
  };
}

/** The member at the other end of a conversation, whether or not anything was written yet. */
export async function loadPartner(id: number) {
  const [row] = await db
    .select({ name: users.name, avatarFile: users.avatarFile, status: users.status, email: users.email })
    .from(users)
    .where(and(eq(users.id, id), ne(users.status, "pending")));
  return (
    row && {
      id: String(id),
      name: row.name,
      avatarUrl: avatarUrl(row.avatarFile),
      gone: row.status !== "active",
    }
  );
}

/** A page of a thread. Opening it marks what came in as seen and tells the sender. */
export async function loadThread(pair: Pair, before: number | undefined, isOpened: boolean) {
  if (isOpened) broadcastSeen(await markConversationSeen(pair), String(pair.viewerId));
  const rows = await selectThread(pair, { before, limit: pageSize + 1 });
  const shown = rows.slice(-pageSize);
  return {
    rows: shown.map((row) => toRow(serializeMessage(row, pair.viewerId), String(pair.viewerId))),
    hasOlder: rows.length > pageSize,
  };
}

/** The nearest members to a text, for the search without scripts. */
export async function searchPeople(text: string, viewerId: number) {
  const rows = await db
    .select({ id: users.id, name: users.name, email: users.email, avatarFile: users.avatarFile })
    .from(users)
    .where(
      and(
        isActiveUnindexed,
        ne(users.id, viewerId),
        inArray(users.id, sql`(${matchingUserIds(text, maxFound + 1)})`),
      ),
    )
    .orderBy(orderByNameMatch(text))
    .limit(maxFound);
  return rows.map(({ id, name, email, avatarFile }) => ({
    id: String(id),
    name,
    email,
    avatarUrl: avatarUrl(avatarFile),
  }));
}

/** What reading answers, or null when the store did not answer: the page says so where it would stand. */
export async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    log.error({ cause: error instanceof Error ? error.name : "unknown" }, "messages could not be read");
    return null;
  }
}
