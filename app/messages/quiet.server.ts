import { and, eq, sql } from "drizzle-orm";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { conversationMembers, db, write } from "#db/index.ts";
import { type ConversationKey, conversationId } from "#db/scopes/conversations.ts";
import { changeTexts } from "./change-texts.ts";

/** Changes to a member's own side of a conversation. The partner does not learn of them. */
export interface QuietChange {
  muted?: boolean | undefined;
  archived?: boolean | undefined;
  unread?: boolean | undefined;
}

const isOwnSide = (key: ConversationKey) =>
  and(
    eq(conversationMembers.userId, key.viewerId),
    eq(conversationMembers.conversationId, conversationId(key)),
  );

/** @throws HttpError 404 before the first message, 429 */
export async function changeConversation(
  key: ConversationKey,
  { muted, archived, unread }: QuietChange,
): Promise<void> {
  limitAction("conversation", key.viewerId);
  const { mutedAt, archivedMessageId, isMarkedUnread } = conversationMembers;
  const [changed] = await write(() =>
    db
      .update(conversationMembers)
      .set({
        mutedAt: muted === undefined ? sql`${mutedAt}` : muted ? Date.now() : null,
        archivedMessageId:
          archived === undefined
            ? sql`${archivedMessageId}`
            : archived
              ? sql`${conversationMembers.lastMessageId}`
              : 0,
        isMarkedUnread: unread ?? sql`${isMarkedUnread}`,
      })
      .where(isOwnSide(key))
      .returning({ one: sql`1` }),
  );
  if (!changed) throw new HttpError(404, changeTexts.unknownConversation);
}

/** Opening a conversation clears its unread mark. */
export const clearMarkedUnread = (key: ConversationKey) =>
  write(() =>
    db
      .update(conversationMembers)
      .set({ isMarkedUnread: false })
      .where(and(isOwnSide(key), eq(conversationMembers.isMarkedUnread, true))),
  );

/** Returns no row before the first message. */
export const selectQuiet = (key: ConversationKey) =>
  db
    .select({
      isMuted: sql`${conversationMembers.mutedAt} is not null`.mapWith(Boolean),
      isArchived:
        sql`${conversationMembers.archivedMessageId} = ${conversationMembers.lastMessageId}`.mapWith(Boolean),
    })
    .from(conversationMembers)
    .where(isOwnSide(key));
