import { type SQL, sql } from "drizzle-orm";
import { conversationMembers, conversations } from "../schema/messages.ts";
import { users } from "../schema/users.ts";

export type PartnerId = number | string;

export interface ConversationKey {
  viewerId: number;
  partnerId: PartnerId;
  /** Whether the viewer is hidden from the partner. A partner's alias already hides the partner. */
  isAnonymous: boolean;
}

/** Whether administrators have made this choice about anonymous messages. */
const areSetTo = (choice: "off" | "upwards") =>
  sql.raw(
    `exists (select 1 from site_settings where name = 'anonymousMessages' and content = '"${choice}"')`,
  );

/** On `conversations`: not anonymous, or anonymous messages are on. */
export const isShownConversation = sql`(${conversations.alias} is null or not ${areSetTo("off")})`;

/** On `messages`: its conversation is shown. */
export const isOfShownConversation = sql`not (${areSetTo("off")} and exists (select 1 from conversations as talk
  where talk.id = messages.conversation_id and talk.alias is not null))`;

/** On `users`: whether a member may begin an anonymous conversation with this one. "Upwards" is to an earlier batch. */
export const canBeginAnonymously = (senderId: number) =>
  sql`(not ${areSetTo("off")} and (not ${areSetTo("upwards")} or coalesce(${users.batchYear} <
    (select sender.batch_year from users as sender where sender.id = ${senderId}), 0)))`;

export function conversationId({ viewerId, partnerId, isAnonymous }: ConversationKey): SQL {
  if (typeof partnerId === "string") {
    return sql`(select id from conversations where alias = ${partnerId} and b_id = ${viewerId}
      and not ${areSetTo("off")})`;
  }
  const low = Math.min(viewerId, partnerId);
  const high = Math.max(viewerId, partnerId);
  return isAnonymous
    ? sql`(select id from conversations where a_id = ${viewerId} and b_id = ${partnerId} and alias is not null
        and not ${areSetTo("off")})`
    : sql`(select id from conversations where a_id = ${low} and b_id = ${high} and alias is null)`;
}

export const hasReachedPartner = sql`exists (select 1 from ${conversationMembers}
  where ${conversationMembers.conversationId} = ${conversations.id}
  and ${conversationMembers.userId} = ${conversations.bId})`;
