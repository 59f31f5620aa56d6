import { and, isNotNull, lte, sql } from "drizzle-orm";
import { today } from "#app/platform/time/time.server.ts";
import { db, users } from "#db/index.ts";

/** Members whose "not now" has ended offer help again, so that their batch lists them first. */
export const endPauses = () =>
  db
    .update(users)
    .set({ offersHelp: true })
    .where(
      and(
        isNotNull(users.notNowUntil),
        sql`offers_help = 0`,
        lte(users.notNowUntil, today()),
        sql`exists (select 1 from user_topics where user_topics.user_id = ${users.id})`,
      ),
    );
