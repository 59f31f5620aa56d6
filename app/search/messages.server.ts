import { and, desc, eq, sql } from "drizzle-orm";
import { anonymousName } from "#app/messages/rules.ts";
import { indexMessages } from "#app/messages/search.server.ts";
import { formatDateTime } from "#app/platform/time/time.server.ts";
import { conversations, db, messages, users } from "#db/index.ts";
import { isShownConversation } from "#db/scopes/conversations.ts";
import { contentFor } from "#db/scopes/messages.ts";
import { idList } from "#db/scopes/search.ts";
import { findMessageIds } from "#db/search.ts";
import { isShortWord, splitWords } from "#db/words.ts";
import { excerpt, type SearchResult, trimExcerpt } from "./result.server.ts";

/** Fewer letters than before other matches, because the message replaces a title. */
const lettersBefore = 20;

/**
 * The newest messages in a member's own conversations. A hidden partner is an alias: nothing about its owner is read.
 */
export async function listMessages(
  viewerId: number,
  words: readonly string[],
  limit: number,
): Promise<SearchResult[]> {
  const text = words.join(" ");
  if (splitWords(text).every(isShortWord)) return [];
  // If the store is read-only, the search uses what is already indexed.
  await indexMessages().catch(() => {});
  const { ids } = await findMessageIds(viewerId, text, { limit });
  const isOwn = sql`${messages.senderId} = ${viewerId}`;
  const isPartnerHidden = sql`(${conversations.alias} is not null and ${conversations.bId} = ${viewerId})`;
  const rows = await db
    .select({
      id: messages.id,
      title: excerpt(contentFor(viewerId), words, lettersBefore),
      sentAt: messages.sentAt,
      isOwn: isOwn.mapWith(Boolean),
      isAnonymous: sql`${conversations.alias} is not null`.mapWith(Boolean),
      alias: sql<string | null>`iif(${isPartnerHidden}, ${conversations.alias}, null)`,
      partnerId: users.id,
      partnerName: users.name,
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .leftJoin(
      users,
      and(
        sql`not ${isPartnerHidden}`,
        eq(users.id, sql`iif(${isOwn}, ${messages.receiverId}, ${messages.senderId})`),
      ),
    )
    .where(sql`${messages.id} in (${idList(ids)}) and ${isShownConversation}`)
    .orderBy(desc(messages.id));
  return rows.map(({ id, title, sentAt, isOwn, isAnonymous, alias, partnerId, partnerName }) => {
    const name = alias === null ? (partnerName ?? "") : anonymousName;
    const query = `${isAnonymous && alias === null ? "anonymous=1&" : ""}at=${id}`;
    return {
      id: String(id),
      title: trimExcerpt(title),
      text: `${isOwn ? "Sent" : "Received"} ${formatDateTime(sentAt)}`,
      url: `/messages/${alias ?? partnerId}?${query}#m${id}`,
      person: { id: alias === null ? String(partnerId) : null, name },
      member: null,
    };
  });
}
