import { type SQL, sql } from "drizzle-orm";
import { conversationMembers, conversations } from "../schema/messages.ts";

export type PartnerId = number | string;

export interface ConversationKey {
  viewerId: number;
  partnerId: PartnerId;
  /** Whether the viewer is hidden from the partner. A partner's alias already hides the partner. */
  isAnonymous: boolean;
}

export function conversationId({ viewerId, partnerId, isAnonymous }: ConversationKey): SQL {
  if (typeof partnerId === "string") {
    return sql`(select id from conversations where alias = ${partnerId} and b_id = ${viewerId})`;
  }
  const low = Math.min(viewerId, partnerId);
  const high = Math.max(viewerId, partnerId);
  return isAnonymous
    ? sql`(select id from conversations where a_id = ${viewerId} and b_id = ${partnerId} and alias is not null)`
    : sql`(select id from conversations where a_id = ${low} and b_id = ${high} and alias is null)`;
}

export const hasReachedPartner = sql`exists (select 1 from ${conversationMembers}
  where ${conversationMembers.conversationId} = ${conversations.id}
  and ${conversationMembers.userId} = ${conversations.bId})`;
