import { and, asc, eq, gt, sql } from "drizzle-orm";
import { dayMs } from "#app/platform/time/durations.ts";
import { db, mentorings, notices } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { lastSign } from "#db/scopes/mentoring.ts";
import { yieldToRequests } from "#db/yield-to-requests.ts";
import { notify } from "../notices/notify.server.ts";
import { publishNotices } from "../notices/publish.server.ts";
import { lapsesAfterMs } from "./rules.server.ts";

const silentAfterMs = 28 * dayMs;
const perBatch = 200;

/** Lapses unanswered requests and notifies the members who sent them. */
export async function lapseRequests(now = Date.now()): Promise<void> {
  const due = sql`(select * from mentorings where state = 'asked' and asked_at <= ${now - lapsesAfterMs}
    order by asked_at, id limit ${perBatch})`;
  for (let isMore = true; isMore; ) {
    const { notified, withdrawn, lapsed } = await namedBatch({
      notified: notify(
        {
          kind: "mentoring-answered",
          userId: sql`due.mentee_id`,
          subject: sql`due.mentor_id`,
          actorId: sql`due.mentor_id`,
          facts: sql`json_object('name', mentor.name, 'state', 'lapsed')`,
          now,
        },
        sql`${due} as due join users as mentor on mentor.id = due.mentor_id`,
      ),
      withdrawn: db
        .delete(notices)
        .where(
          sql`${notices.kind} = 'mentoring-asked' and ${notices.readAt} is null and (${notices.userId}, ${notices.subject}) in
            (select mentor_id, cast(mentee_id as text) from ${due})`,
        )
        .returning({ userId: notices.userId }),
      lapsed: db
        .update(mentorings)
        .set({ state: "lapsed", answeredAt: now })
        .where(sql`${mentorings.id} in (select id from ${due})`)
        .returning({ id: mentorings.id }),
    });
    await publishNotices([...notified, ...withdrawn]);
    await yieldToRequests();
    isMore = lapsed.length === perBatch;
  }
}

/**
 * After four weeks without a named message between them, asks both whether the mentoring continues, once per silence.
 */
export async function remindOfQuietMentorings(now = Date.now()): Promise<void> {
  for (let after = 0, isMore = true; isMore; ) {
    const current = await db
      .select({ id: mentorings.id })
      .from(mentorings)
      .where(and(eq(mentorings.state, sql`'accepted'`), gt(mentorings.id, after)))
      .orderBy(asc(mentorings.id))
      .limit(perBatch);
    const last = current.at(-1)?.id ?? 0;
    if (last > 0) await publishNotices(await askSome(after, last, now));
    await yieldToRequests();
    after = last;
    isMore = current.length === perBatch;
  }
}

async function askSome(after: number, last: number, now: number) {
  const silent = sql`(select mentorings.* from mentorings where state = 'accepted'
    and mentorings.id > ${after} and mentorings.id <= ${last} and ${lastSign} <= ${now - silentAfterMs}
    and (reminded_at is null or reminded_at < ${lastSign}))`;
  const [notified] = await db.batch([
    notify(
      {
        kind: "mentoring-silent",
        userId: sql`reader.id`,
        subject: sql`other.id`,
        actorId: sql`other.id`,
        facts: sql`json_object('name', other.name)`,
        now,
      },
      sql`${silent} as silent cross join users as reader on reader.id in (silent.mentor_id, silent.mentee_id)
        cross join users as other on other.id = silent.mentor_id + silent.mentee_id - reader.id`,
    ),
    db.update(mentorings).set({ remindedAt: now }).where(sql`${mentorings.id} in (select id from ${silent})`),
  ]);
  return notified;
}
