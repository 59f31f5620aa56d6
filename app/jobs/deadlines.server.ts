import { setImmediate as yieldToRequests } from "node:timers/promises";
import { and, eq, exists, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { db, jobs, write } from "#db/index.ts";
import { notify } from "../notices/notify.server.ts";
import { publishNotices } from "../notices/unread.server.ts";
import { addDays, formatDay, today } from "../time/time.server.ts";

const maxPerRound = 200;
const perBatch = 200;

const ending = alias(jobs, "j");
/** Members `u` who saved or track job `j` and are not yet told of this deadline. */
const toRemind = sql`users u where u.status = 'active'
    and u.id in (select user_id from saved_jobs where job_id = j.id
      union select user_id from job_tracking where job_id = j.id and state <> 'closed')
    and not exists (select 1 from notices notified where +notified.kind = 'job-deadline'
      and notified.subject = cast(j.id as text) and notified.user_id = u.id
      and notified.facts ->> 'deadline' = j.deadline)
    and not exists (select 1 from notice_settings chosen where chosen.user_id = u.id
      and chosen.kind = 'job-deadline' and chosen.choice = 'never')`;

/** Tells of the jobs whose last day is tomorrow. */
export async function remindOfDeadlines(now = Date.now()): Promise<void> {
  const { id, title, companyName, deadline } = ending;
  const due = await db
    .select({ id, title, companyName })
    .from(ending)
    .where(
      and(
        eq(deadline, addDays(today(now), 1)),
        isNull(ending.closedAt),
        exists(sql`(select 1 from ${toRemind})`),
      ),
    )
    .orderBy(id)
    .limit(maxPerRound);
  for (const job of due) {
    for (let isMore = true; isMore; ) {
      const notified = await remindSome(job, now);
      await publishNotices(notified);
      await yieldToRequests();
      isMore = notified.length === perBatch;
    }
  }
}

/** Between the query and this statement the job may have got another deadline. */
function remindSome(job: { id: number; title: string; companyName: string }, now: number) {
  const day = addDays(today(now), 1);
  const facts = { title: job.title, company: job.companyName, deadline: day, when: formatDay(day) };
  return write(() =>
    notify(
      { kind: "job-deadline", userId: sql`reminded.id`, subject: job.id, facts, now },
      sql`(select u.id from jobs j, ${toRemind} and j.id = ${job.id} and j.closed_at is null
        and j.deadline = ${day} limit ${perBatch}) as reminded`,
    ),
  );
}
