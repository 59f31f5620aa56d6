import { and, eq, sql } from "drizzle-orm";
import { db, questionDrafts, questions, users, write } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";

export const draftFields = ["title", "body", "tags", "isAnonymous"] as const;
export type DraftFields = Record<string, string>;

/** A member's unfinished question. */
export async function loadDraft(userId: number): Promise<DraftFields | null> {
  const [draft] = await db
    .select({ fields: questionDrafts.fields })
    .from(questionDrafts)
    .where(eq(questionDrafts.userId, userId));
  return draft?.fields ?? null;
}

/** The id of the member's latest question, by name or under an alias. */
const lastAskedId = (userId: number) => sql`(select max(id) from
  (select max(id) as id from questions where author_id = ${userId} union all
    select max(asked.id) from question_aliases as own join questions as asked on asked.alias = own.alias
    where own.user_id = ${userId}))`;

export async function findLastAsked(userId: number) {
  const [question] = await db
    .select({ id: questions.id, title: questions.title, askedAt: questions.askedAt })
    .from(questions)
    .where(eq(questions.id, lastAskedId(userId)));
  return question;
}

/**
 * Saves a draft. Ignores a late save, typed before the draft's last change or the member's last question.
 * @param typedAt in milliseconds since the epoch, by the server's clock
 */
export async function saveDraft(userId: number, fields: DraftFields, typedAt = Date.now()): Promise<void> {
  const isNew = sql`coalesce((select asked_at from questions where id = ${lastAskedId(userId)}), 0) <= ${typedAt}`;
  const draft = { userId, fields, updatedAt: typedAt };
  await write(() =>
    insertSelect(db, questionDrafts, draft, users, and(eq(users.id, userId), isNew)).onConflictDoUpdate({
      target: questionDrafts.userId,
      set: { fields: sql`excluded.fields`, updatedAt: sql`excluded.updated_at` },
      setWhere: sql`excluded.updated_at >= ${questionDrafts.updatedAt}`,
    }),
  );
}

/** Removes and returns a member's draft. If two forms are sent at once, only the first gets it. */
export async function takeDraft(userId: number): Promise<DraftFields | null> {
  const [draft] = await write(() =>
    db
      .delete(questionDrafts)
      .where(eq(questionDrafts.userId, userId))
      .returning({ fields: questionDrafts.fields }),
  );
  return draft?.fields ?? null;
}
