import { sql } from "drizzle-orm";
import { notify } from "#app/notices/notify.server.ts";
import { publishNotices } from "#app/notices/publish.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import { boards, db } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";

/** Asks the keepers of each board past its date to update it, once per date. */
export async function remindOfOldBoards(now = Date.now()): Promise<void> {
  const isDue = sql`(boards.until < ${today(now)} and boards.asked_until is not boards.until)`;
  const { notified } = await namedBatch({
    notified: notify(
      {
        kind: "board-old",
        userId: sql`keeping.user_id`,
        subject: sql`boards.slug`,
        facts: sql`json_object('title', boards.title)`,
        now,
      },
      sql`boards cross join board_keepers as keeping on keeping.board_id = boards.id
        cross join users as keeper on keeper.id = keeping.user_id and keeper.status = 'active'`,
      isDue,
    ),
    asked: db.update(boards).set({ askedUntil: sql`until` }).where(isDue),
  });
  await publishNotices(notified);
}
