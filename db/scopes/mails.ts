import { type SQL, sql } from "drizzle-orm";

/** Spelled like the partial indexes. */
export const isGivenUp = sql`failure is not null and next_attempt_at is null`;
export const isQueued = sql`next_attempt_at is not null`;

/** Cleared once a mail is sent or discarded. The row is kept, because its key prevents queueing the mail twice. */
export const emptied = { recipient: "", text: "", quotes: null };

/** All mails with this address. Sent ones no longer have an address. */
export const isFor = (email: SQL) =>
  sql`id in (select id from mails where ${isQueued} and recipient = ${email}
    union all select id from mails where ${isGivenUp} and recipient = ${email})`;
