import { and, inArray, isNotNull, lte, sql } from "drizzle-orm";
import { today } from "#app/platform/time/time.server.ts";
import { db, users, write } from "#db/index.ts";
import { yieldToRequests } from "#db/yield-to-requests.ts";

const perBatch = 200;

/** Members whose "not now" has ended offer help again, so that their batch lists them first. */
export async function endPauses(): Promise<void> {
  const over = db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        isNotNull(users.notNowUntil),
        sql`offers_help = 0`,
        lte(users.notNowUntil, today()),
        sql`exists (select 1 from user_topics where user_topics.user_id = ${users.id})`,
      ),
    )
    .limit(perBatch);
  for (let isMore = true; isMore; ) {
    const ended = await write(() =>
      db.update(users).set({ offersHelp: true }).where(inArray(users.id, over)).returning({ id: users.id }),
    );
    await yieldToRequests();
    isMore = ended.length === perBatch;
  }
}
