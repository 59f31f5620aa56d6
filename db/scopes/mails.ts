import { sql } from "drizzle-orm";

/** In the words of the partial indexes. */
export const isGivenUp = sql`failure is not null and next_attempt_at is null`;
export const isWaiting = sql`next_attempt_at is not null`;
