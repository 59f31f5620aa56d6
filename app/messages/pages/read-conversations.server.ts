import { and, eq, gt, ne, sql } from "drizzle-orm";
import { avatarUrl, personColumns, presentPerson } from "#app/people/person.server.ts";
import type { RequestContext } from "#app/platform/http/request-context.server.ts";
import { markIncomplete } from "#app/platform/http/request-log.server.ts";
import { log } from "#app/platform/process/log.server.ts";
import { cutText } from "#app/platform/schemas/fields.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { connections, db, messages, users, write } from "#db/index.ts";
import { isBlocking } from "#db/scopes/blocks.ts";
import { type ConversationKey, canBeginAnonymously, conversationId } from "#db/scopes/conversations.ts";
import { isReadableBy } from "#db/scopes/messages.ts";
import { idList } from "#db/scopes/search.ts";
import { isActiveNoIndex, isConnectionWith } from "#db/scopes/users.ts";
import { inOrderOf, matchUsers } from "#db/search.ts";
import { selectAnonymousConversation, selectConversations } from "../conversations.server.ts";
import { broadcastSeen, serializeMessage } from "../messages.server.ts";
import { selectQuiet } from "../quiet.server.ts";
import { messageTexts } from "../rules.ts";
import { markConversationSeen, selectThread } from "../threads.server.ts";
import { conversationHref, toChatLine } from "./conversation.ts";
import type { ConversationSummary } from "./inbox-reducer.ts";
import { createAliasPartner, type Partner } from "./page-data.ts";

/** Conversations or messages per page. */
const pageSize = 50;
const maxSearchResults = 20;

/** A page of a member's inbox, and the cursor of the next one. */
export async function loadInbox(viewerId: number, before?: number, isArchived = false) {
  const rows = await selectConversations(viewerId, { limit: pageSize + 1, before, isArchived });
  const page = rows.slice(0, pageSize);
  return {
    conversations: page.map(
      (row): ConversationSummary => ({
        userId: row.userId,
        name: row.name,
        avatarUrl: row.avatarFile && avatarUrl(row.avatarFile),
        lastMessage: cutText(row.lastMessage, 160),
        lastMessageAt: row.lastMessageAt,
        isLastMessageOwn: row.lastSenderId === viewerId,
        unreadCount: row.unreadCount,
        isAnonymous: row.isAnonymous === 1,
        hasLeft: row.hasLeft === 1,
        isMuted: row.isMuted,
        href: conversationHref(row.userId, row.isAnonymous === 1),
      }),
    ),
    next: rows.length > pageSize ? (page.at(-1)?.cursor ?? null) : null,
  };
}

/** Undefined for an unknown member. An alias looks the same whatever the state of its owner. */
export async function loadPartner(key: ConversationKey): Promise<Partner | undefined> {
  const { viewerId, partnerId } = key;
  if (typeof partnerId === "string") {
    const [conversation] = await selectAnonymousConversation(key);
    return conversation && { ...createAliasPartner(partnerId), isBlocked: conversation.isBlocked === 1 };
  }
  const hidden = conversationId({ viewerId, partnerId, isAnonymous: true });
  const [row] = await db
    .select({
      person: personColumns,
      status: users.status,
      askedBy: connections.askedBy,
      acceptedAt: connections.acceptedAt,
      allowsAnonymous: sql<number>`(${users.allowAnonymous} and ${canBeginAnonymously(viewerId)}) or ${hidden} is not null`,
      isAbove: canBeginAnonymously(viewerId).mapWith(Boolean),
      isBlocked: sql<number>`${isBlocking(viewerId, partnerId)}`,
    })
    .from(users)
    .leftJoin(connections, isConnectionWith(viewerId))
    .where(and(eq(users.id, partnerId), ne(users.status, "pending")));
  if (!row) return undefined;
  return {
    ...presentPerson(row.person),
    id: String(partnerId),
    hasLeft: row.status !== "active",
    allowsAnonymous: row.allowsAnonymous === 1,
    isBlocked: row.isBlocked === 1,
    ...(settings.anonymousMessages === "upwards" && {
      anonymousNote: row.isAbove ? messageTexts.upwards : messageTexts.onlyUpwards,
    }),
    // A request to a member who has already sent one connects the two.
    canConnect:
      !key.isAnonymous &&
      row.status === "active" &&
      row.isBlocked === 0 &&
      row.acceptedAt === null &&
      row.askedBy !== viewerId,
  };
}

export async function loadQuiet(key: ConversationKey) {
  const [quiet] = await selectQuiet(key);
  return quiet ?? null;
}

/** A page of a thread. */
export async function loadThread(key: ConversationKey, before: number | undefined) {
  const rows = await selectThread(key, { before, limit: pageSize + 1 });
  return {
    lines: rows
      .slice(-pageSize)
      .map((row) => toChatLine(serializeMessage(row, key.viewerId), String(key.viewerId))),
    hasOlder: rows.length > pageSize,
  };
}

/** The maximum number of messages after the one that a page is opened at. */
const linesAfter = 15;

/** The id of the message before which the page with this one ends; undefined for the newest page. */
export async function findPageEnd(key: ConversationKey, id: number): Promise<number | undefined> {
  const [after] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(eq(messages.conversationId, conversationId(key)), isReadableBy(key.viewerId), gt(messages.id, id)),
    )
    .orderBy(messages.id)
    .limit(1)
    .offset(linesAfter);
  return after?.id;
}

/** Marks a conversation as seen and notifies the sender. */
export async function markSeen(key: ConversationKey): Promise<void> {
  broadcastSeen(key.viewerId, await write(() => markConversationSeen(key)));
}

/** The members who best match a text, for the search without scripts. */
export async function searchUsers(text: string, viewerId: number) {
  const isOther = sql`${and(isActiveNoIndex, ne(users.id, viewerId))}`;
  const ids = await matchUsers(text, isOther, maxSearchResults);
  const rows = await db
    .select({ id: users.id, name: users.name, email: users.email, avatarFile: users.avatarFile })
    .from(users)
    .where(sql`${users.id} in (${idList(ids)})`)
    .orderBy(inOrderOf(ids, users.id));
  return rows.map(({ id, name, email, avatarFile }) => ({
    id: String(id),
    name,
    email,
    avatarUrl: avatarFile && avatarUrl(avatarFile),
  }));
}

/**
 * Returns null if the database fails, so that the page can show an error for this part.
 * @param requestContext marks the page as incomplete, which makes it a 503
 */
export async function nullOnFailure<T>(
  result: Promise<T>,
  requestContext?: RequestContext,
): Promise<T | null> {
  try {
    return await result;
  } catch (error) {
    log.error({ cause: error instanceof Error ? error.name : "unknown" }, "messages page query failed");
    if (requestContext) markIncomplete(requestContext);
    return null;
  }
}
