import { randomBytes } from "node:crypto";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { isBlank, optionalText } from "#app/platform/schemas/fields.server.ts";
import { dayMs } from "#app/platform/time/durations.ts";
import { db, eventRegistrations, events, write } from "#db/index.ts";
import type { RegistrationQuestion } from "#db/vocabulary.ts";
import { yieldToRequests } from "#db/yield-to-requests.ts";
import type { RegistrationQuestionInput } from "./input.server.ts";
import { eventTexts, maxRegistrationAnswerLength } from "./texts.ts";

/** Answers as a form or a call sends them, by the question's id. */
export type SentAnswers = Record<string, unknown>;
type Answers = Record<string, string>;

const answerText = optionalText(maxRegistrationAnswerLength);

/**
 * Checks answers and returns what to store.
 * @throws HttpError 422 at `answers.{id}` for a missing or wrong answer, or one to an unknown question
 */
export function parseAnswers(questions: readonly RegistrationQuestion[], sent: SentAnswers): Answers {
  const answers: Answers = {};
  const errors: Record<string, string[]> = {};
  for (const id of Object.keys(sent).filter((id) => !questions.some((question) => question.id === id)))
    errors[`answers.${id.slice(0, 20)}`] = [eventTexts.unknownQuestion];
  for (const question of questions) {
    const value = isBlank(sent[question.id]) ? null : sent[question.id];
    const { answer, error } = parseAnswer(question, value);
    if (error) errors[`answers.${question.id}`] = [error];
    else if (answer) answers[question.id] = answer;
  }
  if (Object.keys(errors).length > 0) throw HttpError.forFields(errors);
  return answers;
}

function parseAnswer(
  { kind, choices, required }: RegistrationQuestion,
  value: unknown,
): { answer?: string | null; error?: string | undefined } {
  if (kind === "yes-no" && typeof value === "boolean") return { answer: value ? "yes" : "no" };
  const { data: answer, error } = answerText.safeParse(value);
  if (error) return { error: error.issues[0]?.message };
  if (answer === null || answer === undefined)
    return required ? { error: eventTexts.answerMissing } : { answer: null };
  const allowed = kind === "choice" ? choices : kind === "yes-no" ? ["yes", "no"] : [answer];
  return allowed.includes(answer) ? { answer } : { error: eventTexts.answerUnknown };
}

/** Answers as the API returns them. Those of yes-no questions are true or false. */
export const serializeAnswers = (questions: readonly RegistrationQuestion[], answers: Answers | null) =>
  Object.fromEntries(
    questions.flatMap(({ id, kind }) => {
      const answer = answers?.[id];
      return answer === undefined ? [] : [[id, kind === "yes-no" ? answer === "yes" : answer] as const];
    }),
  );

/** Whether a registered member has yet to answer a required question. */
export const owesAnswers = (questions: readonly RegistrationQuestion[], answers: Answers | null): boolean =>
  questions.some(({ id, required }) => required && answers?.[id] === undefined);

/** A condition on `events`: its questions are still those that the member answered. */
export const stillAsks = (questions: readonly RegistrationQuestion[]): SQL =>
  sql`events.questions = ${sql.param(questions, events.questions)}`;

/** Gives new questions an id. @throws HttpError 422 for an id that none of the event's questions has */
export function identify(
  before: readonly RegistrationQuestion[],
  sent: readonly RegistrationQuestionInput[],
): RegistrationQuestion[] {
  const ids = sent.map(({ id }) => id).filter((id) => id !== null);
  const unknown = sent.findIndex(
    ({ id }) =>
      id !== null && (!before.some((each) => each.id === id) || ids.filter((each) => each === id).length > 1),
  );
  if (unknown >= 0) throw HttpError.forFields({ [`questions.${unknown}.id`]: [eventTexts.unknownQuestion] });
  return sent.map(({ id, ...question }) => ({ id: id ?? `q${randomBytes(6).toString("hex")}`, ...question }));
}

/** Whether registered members have to answer a question that was not required before. */
export const asksMore = (
  before: readonly RegistrationQuestion[],
  after: readonly RegistrationQuestion[] | undefined,
): boolean =>
  after?.some(({ id, required }) => required && !before.some((each) => each.id === id && each.required)) ??
  false;

/** A condition on `events`: the change would alter the text of a question that has answers. */
export const rewordsAnswered = (questions: readonly RegistrationQuestion[]): SQL =>
  sql`exists (select 1 from json_each(events.questions) as old
    join json_each(${JSON.stringify(questions)}) as new on new.value ->> 'id' = old.value ->> 'id'
    where (new.value ->> 'text', new.value ->> 'kind', new.value ->> 'choices')
        is not (old.value ->> 'text', old.value ->> 'kind', old.value ->> 'choices')
      and exists (select 1 from event_registrations as given where given.event_id = events.id
        and given.answers is not null and given.answers ->> (old.value ->> 'id') is not null))`;

export const answeredError = () => new HttpError(409, eventTexts.questionAnswered);

/** Whether one of the events refuses the change, after its statement changed nothing. */
export async function isRewording(
  condition: SQL,
  questions: readonly RegistrationQuestion[],
): Promise<boolean> {
  const found = await db
    .select({ id: events.id })
    .from(events)
    .where(and(condition, rewordsAnswered(questions)))
    .limit(1);
  return found.length > 0;
}

/**
 * Deletes the answers to questions that are removed. Runs before the change.
 * @param condition on `events`: whether the change happens
 */
export const deleteAnswersOfRemoved = (
  questions: readonly RegistrationQuestion[],
  condition: SQL | undefined,
) => {
  const isKept = sql`given.key in (select value ->> 'id' from json_each(${JSON.stringify(questions)}))`;
  return db
    .update(eventRegistrations)
    .set({
      answers: sql`(select nullif(json_group_object(given.key, given.value), '{}')
        from json_each(event_registrations.answers) as given where ${isKept})`,
    })
    .where(
      and(
        sql`event_registrations.answers is not null`,
        sql`event_registrations.event_id in (select events.id from events where ${condition})`,
        sql`exists (select 1 from json_each(event_registrations.answers) as given where not ${isKept})`,
      ),
    );
};

/** Stores a registered member's answers. @param condition on `events` */
export const saveAnswers = (eventId: number, userId: number, answers: Answers, condition: SQL | undefined) =>
  db
    .update(eventRegistrations)
    .set({ answers: Object.keys(answers).length > 0 ? answers : null })
    .where(
      and(
        eq(eventRegistrations.eventId, eventId),
        eq(eventRegistrations.userId, userId),
        sql`exists (select 1 from events where ${condition})`,
      ),
    )
    .returning({ userId: eventRegistrations.userId });

const keptMs = 60 * dayMs;
const perBatch = 200;

/** Deletes the answers 60 days after the end of their event. */
export async function deleteOldAnswers(now = Date.now()): Promise<void> {
  for (let isMore = true; isMore; ) {
    const deleted = await write(() =>
      db
        .update(eventRegistrations)
        .set({ answers: null })
        .where(
          sql`rowid in (select given.rowid from events
            cross join event_registrations as given on given.event_id = events.id and given.answers is not null
            where events.questions <> '[]' and events.starts_at < ${now - keptMs}
              and coalesce(events.ends_at, events.starts_at) < ${now - keptMs} limit ${perBatch})`,
        )
        .returning({ userId: eventRegistrations.userId }),
    );
    await yieldToRequests();
    isMore = deleted.length === perBatch;
  }
}
