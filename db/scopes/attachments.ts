import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { attachments, messages } from "../schema/messages.ts";
import { reports } from "../schema/site.ts";
import { users } from "../schema/users.ts";
import { isReadableBy } from "./messages.ts";

const isOfMessage = (condition: SQL | undefined) => sql`exists (select 1 from ${messages}
  where ${messages.id} = ${attachments.messageId} and ${condition})`;

export const isOfDeletedMessage = isOfMessage(sql`${messages.deletedAt} is not null`);

const aboutIt = sql`subject = 'message' and subject_id = cast(${attachments.messageId} as text)`;

/** A report keeps what was reported, for administrators. */
export const isReported = sql`exists (select 1 from ${reports} where ${aboutIt})`;

/** As a report's text: kept of an erased member while one is open, where the message itself is deleted. */
export const isOfErasedReport = sql`(${attachments.messageId} in (select cast(subject_id as integer) from ${reports}
    where subject = 'message' and resolved_at is not null)
  and not exists (select 1 from ${reports} where ${aboutIt} and resolved_at is null)
  and exists (select 1 from ${users} where ${users.id} = ${attachments.userId} and ${users.status} = 'deleted')
  and ${isOfDeletedMessage})`;

/** An upload has an address for its sender until it is sent, and another one for the two of the conversation then. */
export const canOpen = (viewer: { id: number; isAdmin: boolean }, address: string) =>
  or(
    and(eq(attachments.token, address), eq(attachments.userId, viewer.id), isNull(attachments.messageId)),
    and(
      eq(attachments.address, address),
      or(
        isOfMessage(and(isReadableBy(viewer.id), isNull(messages.deletedAt))),
        viewer.isAdmin ? isReported : undefined,
      ),
    ),
  );

/** Whether all of some uploads are a sender's own, and not sent yet. */
export const areUnsent = (userId: number, tokens: string[], types: readonly string[] | null) =>
  sql`(select count(*) from ${attachments} where user_id = ${userId} and message_id is null
    and token in ${tokens} ${types ? sql`and file_type in ${types}` : sql``}) = ${tokens.length}`;
