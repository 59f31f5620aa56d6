import { and, not, type SQL, sql } from "drizzle-orm";
import { db, questionAsks, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import {
  countMatchingSkills,
  isAmong,
  mayBeAsked,
  skilledUserIds,
  wasAskedSince,
} from "#db/scopes/questions.ts";
import { HttpError } from "../http/problem.server.ts";
import { questionTexts } from "../schemas/question-texts.ts";
import { dayMs } from "../time/durations.ts";
import { notifyHelpers } from "./notices.server.ts";

const askedOnceInMs = 7 * dayMs;
const maxSuggested = 10;

export interface Helper {
  id: string;
  name: string;
  skills: string[];
}

export async function suggestHelpers(
  askerId: number,
  tags: readonly string[],
  now = Date.now(),
): Promise<Helper[]> {
  if (tags.length === 0) return [];
  const rows = await db
    .select({ id: users.id, name: users.name, skills: users.skills })
    .from(users)
    .where(
      and(
        sql`users.id in (${skilledUserIds(tags)})`,
        mayBeAsked(askerId, tags),
        not(wasAskedSince(now - askedOnceInMs)),
      ),
    )
    .orderBy(
      sql`${countMatchingSkills(tags)} desc,
        (select max(last_used_at) from sessions where sessions.user_id = users.id) desc, users.id`,
    )
    .limit(maxSuggested);
  return rows.map((row) => ({ ...row, id: String(row.id) }));
}

/** @throws HttpError 422 for anyone who is not a match */
export async function requireHelpers(
  askerId: number,
  ids: readonly number[],
  tags: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isAmong(users.id, ids), mayBeAsked(askerId, tags)));
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
 * Left out without a word: members asked within the week, the muted, who are told nothing, and those who block the asker.
 * Named blocks do not act on an anonymous ask: they would tell two accounts whether the asker is somebody they block.
 */
export function askHelpers({ askerId, ids, tags, title, isAnonymous }: Asking, questionId: SQL, now: number) {
  const isChosen = and(
    isAmong(users.id, ids),
    mayBeAsked(askerId, tags),
    not(wasAskedSince(now - askedOnceInMs)),
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
