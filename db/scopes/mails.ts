import { type SQL, sql } from "drizzle-orm";

/** In the words of the partial indexes. */
export const isGivenUp = sql`failure is not null and next_attempt_at is null`;
export const isWaiting = sql`next_attempt_at is not null`;

/** What goes from a row once its mail is sent or will never be: its key still keeps the same mail from being queued twice. */
export const emptied = { recipient: "", text: "", quotes: null };

/** All mails that have this address: it goes from those that are sent. */
export const isFor = (email: SQL) =>
  sql`id in (select id from mails where ${isWaiting} and recipient = ${email}
    union all select id from mails where ${isGivenUp} and recipient = ${email})`;
