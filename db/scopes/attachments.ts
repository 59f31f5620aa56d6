import { sql } from "drizzle-orm";
import { attachments, messages } from "../schema/messages.ts";
import { reports } from "../schema/site.ts";
import { users } from "../schema/users.ts";

const isOfDeletedMessage = sql`exists (select 1 from ${messages}
  where ${messages.id} = ${attachments.messageId} and ${messages.deletedAt} is not null)`;

const aboutIt = sql`subject = 'message' and subject_id = cast(${attachments.messageId} as text)`;

/** A report keeps what was reported, for administrators. */
export const isReported = sql`exists (select 1 from ${reports} where ${aboutIt})`;

/** As a report's text: kept of an erased member while one is open, where the message itself is deleted. */
export const isOfErasedReport = sql`(${attachments.messageId} in (select cast(subject_id as integer) from ${reports}
    where subject = 'message' and resolved_at is not null)
  and not exists (select 1 from ${reports} where ${aboutIt} and resolved_at is null)
  and exists (select 1 from ${users} where ${users.id} = ${attachments.userId} and ${users.status} = 'deleted')
  and ${isOfDeletedMessage})`;
