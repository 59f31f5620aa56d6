import { sql } from "drizzle-orm";

/** In the words of the partial index. */
export const isGivenUp = sql`failure is not null and next_attempt_at is null`;
