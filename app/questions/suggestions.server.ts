import { and, not, type SQL, sql } from "drizzle-orm";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { dayMs } from "#app/platform/time/durations.ts";
import { today } from "#app/platform/time/time.server.ts";
import { db, questionAsks, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { topicNames } from "#db/scopes/members.ts";
import {
  countMatchingSkills,
  countMatchingTopics,
  isAmong,
  mayBeAsked,
  offeringUserIds,
  skilledUserIds,
  wasAskedOften,
} from "#db/scopes/questions.ts";
import { personColumns, presentPerson } from "../people/person.server.ts";
import type { Person } from "../people/person.tsx";
import { notifyHelpers } from "./notices.server.ts";
import { questionTexts } from "./texts.ts";

const askedWithinMs = 7 * dayMs;
const maxSuggested = 10;

export interface Helper {
  id: string;
  name: string;
  /** The topics that they like to be asked about. */
  topics: string[];
  skills: string[];
  person: Person;
}

/**
 * Sorts members who offer the tags as topics first, then by the number of matching skills, then by last visit.
 * @param wanted the id of the member to put first, if they could answer at all
 */
export async function suggestHelpers(
  asker: { id: number; hasScopes?: boolean },
  tags: readonly string[],
  wanted = 0,
  now = Date.now(),
): Promise<Helper[]> {
  if (tags.length === 0) return [];
  const rows = await db
    .select({ ...personColumns, topics: topicNames, skills: users.skills })
    .from(users)
    .where(
      and(
        sql`users.id in (select * from (${skilledUserIds(tags)}) union ${offeringUserIds(tags)})`,
        mayBeAsked(asker.id, tags, today(now)),
        not(wasAskedOften(asker, now - askedWithinMs)),
      ),
    )
    .orderBy(
      sql`users.id = ${wanted} desc, ${countMatchingTopics(tags)} desc, ${countMatchingSkills(tags)} desc,
        (select max(last_used_at) from sessions where sessions.user_id = users.id) desc, users.id`,
    )
    .limit(maxSuggested);
  return rows.map(({ topics, skills, ...row }) => ({
    id: String(row.id),
    name: row.name,
    topics: topics.split(" ").filter(Boolean),
    skills,
    person: presentPerson(row),
  }));
}

/** @throws HttpError 422 for a member who is not a match */
export async function requireHelpers(
  askerId: number,
  ids: readonly number[],
  tags: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isAmong(users.id, ids), mayBeAsked(askerId, tags, today())));
  if (found.length < ids.length) throw HttpError.forFields({ ask: [questionTexts.notSuggested] });
}

interface Asking {
  askerId: number;
  ids: readonly number[];
  tags: readonly string[];
  title: string;
  isAnonymous: boolean;
}

/**
 * Silently leaves out members already asked this week by this person (named or not) or by three people, muted members,
 * and members who block the asker. Named blocks do not apply to an anonymous question: a member with two accounts could
 * block somebody with one of them, and so find out whether that is the asker.
 */
export function askHelpers({ askerId, ids, tags, title, isAnonymous }: Asking, questionId: SQL, now: number) {
  const isChosen = and(
    isAmong(users.id, ids),
    mayBeAsked(askerId, tags, today(now)),
    not(wasAskedOften({ id: askerId }, now - askedWithinMs)),
    isAnonymous
      ? undefined
      : sql`not exists (select 1 from blocks where blocker_id = users.id and blocked_id = ${askerId})`,
  );
  return [
    insertSelect(
      db,
      questionAsks,
      { questionId: sql`question.id`, helperId: sql`users.id`, askedAt: now },
      sql`users, (select ${questionId} as id) as question`,
      and(sql`question.id is not null`, isChosen),
    ).onConflictDoNothing(),
    notifyHelpers({ askerId, title, isAnonymous }, questionId, now),
  ] as const;
}
