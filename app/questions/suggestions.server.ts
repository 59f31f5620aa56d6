import { and, inArray, not, type SQL, sql } from "drizzle-orm";
import { db, questionAsks, users } from "#db/index.ts";
import { countMatchingSkills, mayBeAsked, skilledUserIds, wasAskedSince } from "#db/scopes/questions.ts";
import { dayMs } from "../durations.ts";
import { env } from "../env.server.ts";
import { HttpError } from "../http/problem.server.ts";
import { enqueueMails, enqueueQuotingMails } from "../mail/enqueue.server.ts";
import { siteOrigin } from "../mail/link.server.ts";
import { questionTexts } from "../schemas/question-texts.ts";

const askedOnceInMs = 7 * dayMs;
const maxSuggested = 10;

export interface Helper {
  id: string;
  name: string;
  skills: string[];
}

/** Members who could answer: the best match first, then those who were here last. */
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
    .where(and(inArray(users.id, [...ids]), mayBeAsked(askerId, tags)));
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
 * Asks members to answer a question, and mails them. Left out without a word: members who were asked within the week, and
 * those who block the asker.
 * @param questionId selects the question, or nothing
 */
export function askHelpers({ askerId, ids, tags, title, isAnonymous }: Asking, questionId: SQL, now: number) {
  const isChosen = and(
    inArray(users.id, [...ids]),
    mayBeAsked(askerId, tags),
    not(wasAskedSince(now - askedOnceInMs)),
    sql`not exists (select 1 from blocks where blocker_id = users.id and blocked_id = ${askerId})`,
  );
  const asked = sql`question_asks join users on users.id = question_asks.helper_id
    where question_asks.question_id = ${questionId} and users.email_confirmed_at is not null`;
  const link = sql`${`${siteOrigin}/questions/`} || question_asks.question_id`;
  const key = sql`'question-ask:' || question_asks.question_id || ':' || users.id`;
  const begin = (who: string) =>
    `Hello,\n\n${who} You were chosen because of your skills.\n\nRead it and answer here: `;
  const end = `\n\nYou get at most one such email a week. To get none, turn off “Others may ask me”: ${siteOrigin}/account`;
  const mail = isAnonymous
    ? // No word of the asker's: a mail with words has its author beside it.
      enqueueMails(
        {
          key,
          subject: `Can you answer a question on ${env.SITE_NAME}?`,
          text: sql`${begin("An anonymous member asks a question that you may be able to answer.")} || ${link} || ${end}`,
        },
        asked,
        undefined,
        now,
      )
    : enqueueQuotingMails(
        {
          key,
          authorId: askerId,
          subject: `{asker} asks for your help on ${env.SITE_NAME}`,
          text: sql`${begin("{asker} asks: {title}")} || ${link} || ${end}`,
          quotes: sql`json_object('asker', (select name from users as asker where asker.id = ${askerId}), 'title', ${title})`,
        },
        asked,
        undefined,
        now,
      );
  return [
    db
      .insert(questionAsks)
      .select(sql`select question.id, users.id, ${now} from users, (select ${questionId} as id) as question
        where question.id is not null and ${isChosen}`)
      .onConflictDoNothing(),
    mail,
  ] as const;
}
