import { and, desc, eq, lt, sql } from "drizzle-orm";
import { isAreaOn } from "#app/platform/http/area-switch.server.ts";
import { createSlug } from "#app/platform/schemas/slug.ts";
import { today } from "#app/platform/time/time.server.ts";
import { answers, db, events, jobs, questions, resources } from "#db/index.ts";
import { isListedJob, isOpenJob } from "#db/scopes/jobs.ts";
import { isListedQuestion } from "#db/scopes/questions.ts";
import { things } from "#db/things.ts";
import type { ContributionKind } from "./contributions-input.server.ts";

export interface Contribution {
  id: number;
  title: string;
  /** A path, without the origin. */
  url: string;
  /** When it was answered, shared or posted. For an event, when it starts. */
  at: number;
  helped: number;
  isAccepted: boolean;
  company: string | null;
}

export const isContributionOn = (kind: ContributionKind): boolean =>
  isAreaOn(kind === "answers" ? "questions" : kind);

/** Worded like the index, so that SQLite uses it. */
const isContributedAnswer = sql`answers.hidden_at is null and (answers.is_accepted = 1 or answers.vote_count > 0)`;

const simple = { isAccepted: sql<boolean>`0`.mapWith(Boolean), company: sql<string | null>`null` };

const selects = {
  async answers(userId: number, before: number, limit: number) {
    const rows = await db
      .select({
        id: answers.id,
        questionId: questions.id,
        title: questions.title,
        at: answers.answeredAt,
        helped: answers.voteCount,
        isAccepted: answers.isAccepted,
        company: simple.company,
      })
      .from(answers)
      .innerJoin(questions, eq(questions.id, answers.questionId))
      .where(and(eq(answers.authorId, userId), lt(answers.id, before), isContributedAnswer, isListedQuestion))
      .orderBy(desc(answers.id))
      .limit(limit);
    return rows.map(({ questionId, ...row }) => ({
      ...row,
      url: `/questions/${questionId}/${createSlug(row.title, "question")}?answer=${row.id}#answer-${row.id}`,
    }));
  },
  async resources(userId: number, before: number, limit: number) {
    const rows = await db
      .select({
        id: resources.id,
        title: resources.title,
        at: resources.createdAt,
        helped: resources.thanksCount,
        ...simple,
      })
      .from(resources)
      .where(and(eq(resources.userId, userId), lt(resources.id, before)))
      .orderBy(desc(resources.id))
      .limit(limit);
    return rows.map((row) => ({ ...row, url: things.resource.path(row.id) }));
  },
  async events(userId: number, before: number, limit: number) {
    const rows = await db
      .select({
        id: events.id,
        title: events.title,
        at: events.startsAt,
        helped: events.thanksCount,
        ...simple,
      })
      .from(events)
      .where(and(eq(events.organizerId, userId), lt(events.id, before)))
      .orderBy(desc(events.id))
      .limit(limit);
    return rows.map((row) => ({ ...row, url: things.event.path(row.id) }));
  },
  async jobs(userId: number, before: number, limit: number) {
    const rows = await db
      .select({
        id: jobs.id,
        title: jobs.title,
        at: jobs.postedAt,
        helped: sql<number>`0`,
        isAccepted: simple.isAccepted,
        company: jobs.companyName,
      })
      .from(jobs)
      .where(and(eq(jobs.postedBy, userId), lt(jobs.id, before), isListedJob, isOpenJob(today())))
      .orderBy(desc(jobs.id))
      .limit(limit);
    return rows.map((row) => ({ ...row, url: things.job.path(row.id) }));
  },
} satisfies Record<
  ContributionKind,
  (userId: number, before: number, limit: number) => Promise<Contribution[]>
>;

/**
 * A member's contributions under their name, newest first: answers that were accepted or helped, resources, events,
 * open jobs. Leaves out everything hidden or under an alias.
 * @param before only those with a lower id
 */
export const selectContributions = (
  kind: ContributionKind,
  userId: number,
  limit: number,
  before = Number.MAX_SAFE_INTEGER,
): Promise<Contribution[]> => selects[kind](userId, before, limit);
