import { eq } from "drizzle-orm";
import { db, questionDrafts, write } from "#db/index.ts";

export const draftFields = ["title", "body", "tags", "isAnonymous"] as const;
export type DraftFields = Record<string, string>;

/** What a member has typed of a question so far. */
export async function loadDraft(userId: number): Promise<DraftFields | null> {
  const [draft] = await db
    .select({ fields: questionDrafts.fields })
    .from(questionDrafts)
    .where(eq(questionDrafts.userId, userId));
  return draft?.fields ?? null;
}

export async function saveDraft(userId: number, fields: DraftFields): Promise<void> {
  const row = { userId, fields, updatedAt: Date.now() };
  await write(() =>
    db.insert(questionDrafts).values(row).onConflictDoUpdate({ target: questionDrafts.userId, set: row }),
  );
}

/** Takes a member's draft out: of two forms that are sent at once, one gets it. */
export async function takeDraft(userId: number): Promise<DraftFields | null> {
  const [draft] = await write(() =>
    db
      .delete(questionDrafts)
      .where(eq(questionDrafts.userId, userId))
      .returning({ fields: questionDrafts.fields }),
  );
  return draft?.fields ?? null;
}
