import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { type AuditSubject, insertAuditEntry } from "#db/audit.ts";
import { moveInBin, renameTagInBin } from "#db/bin.ts";
import {
  answers,
  comments,
  db,
  oldTagNames,
  questionFollows,
  questionRevisions,
  questions,
  questionTags,
  tags,
  userTopics,
} from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { isActingAdmin } from "#db/scopes/users.ts";
import { things } from "#db/things.ts";
import type { PostKind } from "#db/vocabulary.ts";
import { publishNotices } from "../notices/publish.server.ts";
import { renameTagInSearches } from "../saved-searches/saved-searches.server.ts";
import { aboutPost, requireQuestion } from "./access.server.ts";
import { notifyPostHidden, withdrawInTurns, withdrawPostNotices } from "./notices.server.ts";
import type { QuestionRow } from "./read.server.ts";
import { questionTexts } from "./texts.ts";

/** Hides a post from everyone except its author and administrators, or shows it again if `reason` is null. */
export async function setHidden(
  admin: Viewer,
  kind: PostKind,
  id: number,
  { reason, subject }: { reason: string | null; subject: AuditSubject },
): Promise<void> {
  const { table } = things[kind];
  const isOther = reason === null ? isNotNull(table.hiddenAt) : isNull(table.hiddenAt);
  const now = Date.now();
  const canHide = and(isOther, isActingAdmin(admin.id));
  if (reason !== null) await withdrawInTurns(kind, id, canHide);
  const { notified, withdrawn } = await namedBatch({
    hidden: db
      .update(table)
      .set({ hiddenAt: reason === null ? null : now, hiddenReason: reason })
      .where(and(eq(table.id, id), canHide)),
    recorded: insertAuditEntry(admin.id, `${reason === null ? "showed" : "hid"} the ${kind}`, subject),
    notified: notifyPostHidden(admin, kind, id, reason),
    withdrawn: withdrawPostNotices(kind, id, sql`${table.hiddenAt} = ${now}`),
  });
  await publishNotices([...notified, ...withdrawn]);
}

export async function setLocked(admin: Viewer, question: QuestionRow, isLocked: boolean): Promise<void> {
  const isOther = isLocked ? isNull(questions.lockedAt) : isNotNull(questions.lockedAt);
  await db.batch([
    db
      .update(questions)
      .set({ lockedAt: isLocked ? Date.now() : null })
      .where(and(eq(questions.id, question.id), isOther, isActingAdmin(admin.id))),
    insertAuditEntry(admin.id, `${isLocked ? "locked" : "unlocked"} the question`, aboutPost(question)),
  ]);
}

/** Redirects the duplicate to the target, and moves its answers and followers there. @throws HttpError 404, 422 */
export async function mergeQuestion(
  admin: Viewer,
  duplicate: QuestionRow,
  intoId: number,
): Promise<QuestionRow> {
  const { id } = duplicate;
  const into = await requireQuestion(intoId, admin).catch((error: unknown) => {
    throw error instanceof HttpError ? HttpError.forFields({ into: [error.message] }) : error;
  });
  if (into.id === id) throw HttpError.forFields({ into: ["Choose another question"] });
  const about = aboutPost(duplicate);
  // Rechecked inside the batch, because the target may have been merged in the meantime.
  const isMerged = sql`exists (select 1 from questions as merged where merged.id = ${id} and merged.merged_into = ${into.id})`;
  const {
    merged: [merged],
  } = await namedBatch({
    merged: db
      .update(questions)
      .set({ mergedInto: into.id })
      .where(
        and(
          eq(questions.id, id),
          isNull(questions.mergedInto),
          isActingAdmin(admin.id),
          sql`exists (select 1 from questions as target where target.id = ${into.id} and target.merged_into is null)`,
        ),
      )
      .returning({ id: questions.id }),
    recorded: insertAuditEntry(admin.id, "merged the question", {
      ...about,
      text: `${about.text} into “${into.title}”`,
    }),
    followed: insertSelect(
      db,
      questionFollows,
      { questionId: into.id, userId: sql`moved.user_id`, alias: sql`moved.alias` },
      sql`question_follows as moved left join question_aliases as owner on owner.alias = moved.alias`,
      sql`moved.question_id = ${id} and ${isMerged} and not exists (select 1 from question_follows as there
        left join question_aliases as other on other.alias = there.alias where there.question_id = ${into.id}
        and coalesce(there.user_id, other.user_id) = coalesce(moved.user_id, owner.user_id))`,
    ).onConflictDoNothing(),
    unfollowed: db.delete(questionFollows).where(and(eq(questionFollows.questionId, id), isMerged)),
    comments: db
      .update(comments)
      .set({ questionId: into.id })
      .where(and(eq(comments.questionId, id), isNotNull(comments.answerId), isMerged)),
    revisions: db
      .update(questionRevisions)
      .set({ questionId: into.id })
      .where(and(eq(questionRevisions.questionId, id), isNotNull(questionRevisions.answerId), isMerged)),
    answers: db
      .update(answers)
      .set({ questionId: into.id, isAccepted: false })
      .where(and(eq(answers.questionId, id), isMerged)),
    binned: moveInBin(id, into.id, isMerged),
  });
  if (!merged) throw new HttpError(404, questionTexts.noQuestion);
  return into;
}

/**
 * Renames a tag; the old name redirects to the new one. If another tag has that name, the two are merged.
 * @throws HttpError 404
 */
export async function renameTag(admin: Viewer, from: string, to: string): Promise<void> {
  if (from === to) return;
  const idOf = (name: string) => sql`(select id from tags where name = ${name})`;
  const isKnown = sql`${idOf(from)} is not null and ${isActingAdmin(admin.id)}`;
  const { known } = await namedBatch({
    known: db.select({ id: tags.id }).from(tags).where(eq(tags.name, from)),
    freedName: db.delete(oldTagNames).where(and(eq(oldTagNames.name, to), isKnown)),
    created: insertSelect(
      db,
      tags,
      { name: to, questionCount: 0 },
      sql`(select 1)`,
      isKnown,
    ).onConflictDoNothing(),
    // A question with both tags keeps only `to`.
    duplicates: db.delete(questionTags).where(
      sql`tag_id = ${idOf(from)} and ${isActingAdmin(admin.id)} and exists (select 1 from question_tags as other
          where other.question_id = question_tags.question_id and other.tag_id = ${idOf(to)})`,
    ),
    moved: db
      .update(questionTags)
      .set({ tagId: sql`${idOf(to)}` })
      .where(sql`tag_id = ${idOf(from)} and ${isActingAdmin(admin.id)}`),
    duplicateTopics: db.delete(userTopics).where(
      sql`tag_id = ${idOf(from)} and ${isActingAdmin(admin.id)} and exists (select 1 from user_topics as other
          where other.user_id = user_topics.user_id and other.tag_id = ${idOf(to)})`,
    ),
    movedTopics: db
      .update(userTopics)
      .set({ tagId: sql`${idOf(to)}` })
      .where(sql`tag_id = ${idOf(from)} and ${isActingAdmin(admin.id)}`),
    searches: renameTagInSearches(from, to, isKnown),
    formerNames: db
      .update(oldTagNames)
      .set({ tagId: sql`${idOf(to)}` })
      .where(and(sql`tag_id = ${idOf(from)}`, isActingAdmin(admin.id))),
    formerName: insertSelect(db, oldTagNames, { name: from, tagId: idOf(to) }, sql`(select 1)`, isKnown),
    binned: renameTagInBin(idOf(from), idOf(to), isActingAdmin(admin.id)),
    deleted: db.delete(tags).where(and(eq(tags.name, from), isActingAdmin(admin.id))),
    recorded: insertAuditEntry(admin.id, "renamed the tag", { text: `${from} to ${to}` }),
  });
  if (known.length === 0) throw new HttpError(404, "There is no such tag.");
}
