import { and, desc, eq, sql } from "drizzle-orm";
import { db, jobs } from "#db/index.ts";
import { presentPerson } from "../people/person.server.ts";
import { defineCards, maxOfSource, quoted } from "./card.server.ts";
import { unreadNotices } from "./told-cards.server.ts";

/** Only this many of a poster's newest jobs are searched. */
const maxJobs = 100;
/** Applications are counted up to this number. */
const maxCounted = 100;

/** Answers to the reader's applications. */
export const answeredApplications = defineCards({
  kind: "job",
  icon: "case",
  subject: "jobs",
  select: (reader, filter) =>
    unreadNotices(reader, filter, { kind: "application-answered", name: "application", more: {} }),
  present: ({ card, facts, url, actor }) => ({
    id: card,
    text: `${facts.state === "invited" ? "You are invited" : "Not this time"}: ${facts.title ?? ""}`,
    detail: facts.words ? quoted(facts.words) : null,
    url,
    act: { label: "Read", to: url },
    person: actor ? presentPerson(actor) : null,
    personId: actor?.id ?? null,
  }),
});

/** Applications that await the reader's answer, by job. A new application creates a new card. */
export const waitingApplications = defineCards({
  kind: "job",
  icon: "case",
  subject: "jobs",
  select: ({ viewer }, filter) => {
    const ofJob = sql`job_applications as sent where sent.job_id = jobs.id and sent.answered_at is null`;
    const newest = sql<number>`(select sent.id from ${ofJob} order by sent.sent_at desc limit 1)`;
    return db
      .select({
        id: jobs.id,
        title: jobs.title,
        newest,
        waiting: sql<number>`(select count(*) from (select 1 from ${ofJob} limit ${maxCounted}))`,
      })
      .from(jobs)
      .where(
        and(
          eq(jobs.postedBy, viewer.id),
          sql`jobs.id in (select id from jobs where posted_by = ${viewer.id} order by id desc limit ${maxJobs})`,
          sql`exists (select 1 from ${ofJob})`,
          filter(sql`'applications-' || ${newest}`),
        ),
      )
      .orderBy(desc(newest))
      .limit(maxOfSource);
  },
  present: ({ id, title, newest, waiting }) => {
    const url = `/jobs/${id}/applications`;
    const count = waiting === maxCounted ? `${maxCounted} or more` : String(waiting);
    return {
      id: `applications-${newest}`,
      text:
        waiting === 1
          ? "An application is waiting for your answer"
          : `${count} applications are waiting for your answer`,
      detail: title,
      url,
      act: { label: "Read", to: url },
      person: null,
      personId: null,
    };
  },
});
