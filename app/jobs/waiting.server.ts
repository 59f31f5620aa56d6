import { sql } from "drizzle-orm";
import { dayMs } from "#app/platform/time/durations.ts";
import { write } from "#db/index.ts";
import { notify } from "../notices/notify.server.ts";
import { publishNotices } from "../notices/publish.server.ts";

const weekMs = 7 * dayMs;
/** Jobs per run. The rest wait for the next hour. */
const maxPerRound = 500;

/**
 * Reminds posters weekly how many applications wait, starting a week after the first. "+" keeps SQLite from reading all
 * notices of the poster for each application.
 */
export async function remindOfWaiting(now = Date.now()): Promise<void> {
  const notified = await write(() =>
    notify(
      {
        kind: "applications-waiting",
        userId: sql`waiting.posted_by`,
        subject: sql`waiting.id`,
        facts: sql`json_object('title', waiting.title, 'waiting', cast(waiting.total as text))`,
        now,
      },
      // CROSS keeps SQLite from starting with all members. The index of unanswered applications is already grouped.
      sql`(select jobs.id, jobs.posted_by, jobs.title, count(*) as total from job_applications
        cross join jobs on jobs.id = job_applications.job_id
        cross join users as poster on poster.id = jobs.posted_by and poster.status = 'active'
        where job_applications.answered_at is null
          and not exists (select 1 from notices as told where +told.user_id = jobs.posted_by
            and told.kind = 'applications-waiting' and told.subject = cast(jobs.id as text)
            and +told.at > ${now - weekMs})
          and not exists (select 1 from notice_settings as chosen where chosen.user_id = jobs.posted_by
            and chosen.kind = 'applications-waiting' and chosen.choice = 'never')
        group by job_applications.job_id having min(job_applications.sent_at) <= ${now - weekMs}
        limit ${maxPerRound}) as waiting`,
    ),
  );
  await publishNotices(notified);
}
