import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { attachments, messages } from "../schema/messages.ts";
import { reports } from "../schema/site.ts";
import { users } from "../schema/users.ts";
import { isReadableBy } from "./messages.ts";

const isOfMessage = (condition: SQL | undefined) => sql`exists (select 1 from ${messages}
  where ${messages.id} = ${attachments.messageId} and ${condition})`;

export const isOfDeletedMessage = isOfMessage(sql`${messages.deletedAt} is not null`);

const aboutIt = sql`subject = 'message' and subject_id = cast(${attachments.messageId} as text)`;

/** Whether a report keeps it for administrators. */
export const isReported = sql`exists (select 1 from ${reports} where ${aboutIt})`;

/** An erased member's attachment is kept, like a report's text, while a report is open, even if its message is deleted. */
export const isOfErasedReport = sql`(${attachments.messageId} in (select cast(subject_id as integer) from ${reports}
    where subject = 'message' and resolved_at is not null)
  and not exists (select 1 from ${reports} where ${aboutIt} and resolved_at is null)
  and exists (select 1 from ${users} where ${users.id} = ${attachments.userId} and ${users.status} = 'deleted')
  and ${isOfDeletedMessage})`;

/**
 * Until an upload is sent, its sender has one address for it. Then both members of the conversation have another.
 * @param mayReadReport a condition on `reports`, for moderators
 */
export const canOpen = (
  viewer: { id: number; isAdmin: boolean },
  address: string,
  mayReadReport: SQL | undefined,
) =>
  or(
    and(eq(attachments.token, address), eq(attachments.userId, viewer.id), isNull(attachments.messageId)),
    and(
      eq(attachments.address, address),
      or(
        isOfMessage(and(isReadableBy(viewer.id), isNull(messages.deletedAt))),
        viewer.isAdmin ? isReported : undefined,
        mayReadReport && sql`exists (select 1 from ${reports} where ${aboutIt} and ${mayReadReport})`,
      ),
    ),
  );

/** Whether all these uploads belong to the sender and have not been sent. */
export const areUnsent = (userId: number, tokens: string[], types: readonly string[] | null) =>
  sql`(select count(*) from ${attachments} where user_id = ${userId} and message_id is null
    and token in ${tokens} ${types ? sql`and file_type in ${types}` : sql``}) = ${tokens.length}`;
