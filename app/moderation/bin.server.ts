import { and, eq, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import { broadcastEvent } from "#app/events/broadcast.server.ts";
import { selectEvents } from "#app/events/events.server.ts";
import { notifyOfBinnedEvent, notifyOfReturn } from "#app/events/notices.server.ts";
import { withdrawNotices } from "#app/notices/notify.server.ts";
import { publishNotices } from "#app/notices/publish.server.ts";
import {
  noticeOfOrganizer,
  notifyAboutBin,
  type ReportedRemoval,
} from "#app/notices/removal-notices.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { releaseImage } from "#app/platform/files/images.server.ts";
import { deleteReleasedFiles } from "#app/platform/files/sweep.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { insertAuditEntry } from "#db/audit.ts";
import { binMs, deleteSomeRows, deleteStayingRows, isBack, removeInBin, restoreFromBin } from "#db/bin.ts";
import { bin, db, files, images, notices, reports, write } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { canDeleteForGood, canRestore, isFileInBin, isOwnInBin, ofBin } from "#db/scopes/bin.ts";
import { hasEventId } from "#db/scopes/events.ts";
import { isAmong } from "#db/scopes/questions.ts";
import { things } from "#db/things.ts";
import type { BinSubject } from "#db/vocabulary.ts";
import { yieldToRequests } from "#db/yield-to-requests.ts";
import { binTexts } from "./bin-texts.ts";

/** Entries and rows per batch. The rest wait for the next one. */
const entriesPerBatch = 100;
const rowsPerBatch = 500;

/**
 * Restores an item in the bin for a member who may (`canRestore`). An item that is not deleted does not change. Returns
 * the question of a restored answer or comment.
 * @throws HttpError 403 for an author whose item an administrator removed, 404, 409 if its parent is deleted, 429
 */
export async function restore(
  viewer: Viewer,
  subject: BinSubject,
  id: number,
): Promise<{ questionId: number | null }> {
  limitAction("restoring", viewer.id, binTexts.tooMany);
  const now = Date.now();
  const may = canRestore(viewer, now - binMs);
  const isEntryOfThing = ofBin(subject, id);
  const [entry] = await listBinEntries(isEntryOfThing);
  if (entry) {
    const { event } = entry;
    const isRestored = and(isEntryOfThing, isBack(subject, id));
    await namedBatch({
      restored: restoreFromBin(subject, id, may),
      recorded: insertAuditEntry(
        viewer.id,
        `restored the ${subject}`,
        {
          text: isPart(subject) ? null : `“${entry.title}”`,
          memberId: entry.authorId,
          isForModerators: true,
        },
        sql`exists (select 1 from ${bin} where ${and(isRestored, bin.isRemoved)})`,
      ),
      notified: notifyAboutBin(
        viewer,
        entry,
        { done: "restored", isDone: and(isRestored, bin.isRemoved) },
        now,
      ),
      withdrawn: event
        ? [
            withdrawNotices(
              ["post-hidden"],
              noticeOfOrganizer(id),
              sql`exists (select 1 from bin where ${isRestored})`,
            ),
          ]
        : [],
      reports: db
        .update(reports)
        .set({ restoredAt: now })
        .where(
          and(
            eq(reports.subject, subject),
            eq(reports.subjectId, String(id)),
            eq(reports.outcome, "removed"),
            sql`exists (select 1 from bin where ${isRestored})`,
          ),
        ),
      returned: event ? notifyOfReturn(event, viewer.id, now) : [],
      emptied: db.delete(bin).where(isRestored),
    });
    await publishNotices(
      await db.select({ userId: notices.userId }).from(notices).where(eq(notices.at, now)),
    );
  }
  await requireRestored(viewer, subject, id, may);
  const [event] = entry?.event ? await selectEvents(null).where(hasEventId(id)) : [];
  if (event) broadcastEvent("event:new", event);
  return { questionId: entry?.questionId ?? null };
}

const isPart = (subject: BinSubject) => things[subject].questionId !== null;

async function requireRestored(viewer: Viewer, subject: BinSubject, id: number, may: SQL): Promise<void> {
  const [found] = await db
    .select({
      isBack: isBack(subject, id).mapWith(Boolean),
      mayRestore: may.mapWith(Boolean),
      isTaken: sql`${bin.isRemoved} and ${isOwnInBin(viewer)}`.mapWith(Boolean),
    })
    .from(sql`(select 1) left join bin on ${ofBin(subject, id)}`);
  if (found?.isBack) return;
  if (found?.mayRestore)
    throw new HttpError(409, subject === "board" ? binTexts.boardsFull : binTexts.parentGone);
  if (found?.isTaken) throw HttpError.withCode("not-yours", binTexts.notYours);
  throw new HttpError(404, binTexts.gone);
}

/**
 * Removes a reported item in the bin, or one that was deleted with such an item. Does nothing if the item is in neither.
 */
export async function removeFromBin(
  viewer: Viewer,
  subject: BinSubject,
  id: number,
  { reason, mayDecide, about: { isForModerators = false } }: ReportedRemoval,
): Promise<void> {
  const [entry] = await listBinEntries(ofBin(subject, id));
  const now = Date.now();
  const isTaken = and(ofBin(subject, id), eq(bin.isRemoved, true), eq(bin.deletedAt, now));
  const about = {
    text: entry && !isPart(subject) ? `“${entry.title}”` : null,
    memberId: entry?.authorId ?? null,
    isForModerators,
  };
  const [entryRemoval, rowRemoval, ...stayingRemovals] = removeInBin(subject, id, {
    removedBy: viewer.id,
    mayDecide,
    now,
  });
  const record = () => insertAuditEntry(viewer.id, `removed the ${subject}`, about);
  const { notified } = await namedBatch({
    entry: entryRemoval,
    recordedEntry: record(),
    row: rowRemoval,
    recordedRow: record(),
    notified: notifyAboutBin(
      viewer,
      { subject, subjectId: id },
      { done: "removed", reason, isDone: isTaken },
      now,
    ),
    staying: stayingRemovals,
  });
  await publishNotices(notified);
}

/** Deletes an item in the bin and its file for good. @throws HttpError 404 */
export async function deleteForGood(viewer: Viewer, subject: BinSubject, id: number): Promise<void> {
  limitAction("restoring", viewer.id, binTexts.tooMany);
  const isDeletable = and(ofBin(subject, id), canDeleteForGood(viewer, Date.now() - binMs));
  const expired = await write(() => expire(isDeletable));
  if (expired.length === 0) throw new HttpError(404, binTexts.gone);
  await purgeExpired();
}

/** Expires entries: nobody can see them any longer, and `purgeExpired` deletes them. */
export const expire = (condition: SQL | undefined) =>
  db.update(bin).set({ deletedAt: 0 }).where(condition).returning({ id: bin.id });

/** Notifies the attendees of deleted events when due, then deletes entries older than seven days for good. */
export async function emptyBin(now = Date.now()): Promise<void> {
  for (let isMore = true; isMore; ) {
    const due = await listBinEntries(and(isNotNull(bin.tellAt), lte(bin.tellAt, now)));
    await tellAttendees(due, now);
    isMore = due.length === entriesPerBatch;
  }
  await purgeExpired(now - binMs);
}

/** Deletes expired entries for good, in batches. After a crash the next run continues where this one ended. */
export async function purgeExpired(deletedBefore = 0): Promise<void> {
  for (;;) {
    const entries = await listBinEntries(lte(bin.deletedAt, deletedBefore));
    if (entries.length === 0) return;
    await purge(entries);
  }
}

type Entry = Awaited<ReturnType<typeof listBinEntries>>[number];

/** The rows of an entry never change, so reading them before the write is safe. */
async function listBinEntries(condition: SQL | undefined) {
  const value = (table: string, column: string) => sql<
    string | null
  >`(select "row" ->> ${column} from bin_rows
    where bin_rows.bin_id = bin.id and bin_rows.table_name = ${table} limit 1)`;
  const rows = await db
    .select({
      id: sql<number>`bin.id`,
      subject: bin.subject,
      subjectId: bin.subjectId,
      questionId: bin.questionId,
      title: bin.title,
      authorId: bin.authorId,
      alias: bin.alias,
      sha256: value("resources", "file_sha256"),
      imageId: value("events", "image_id"),
      startsAt: value("events", "starts_at"),
      endsAt: value("events", "ends_at"),
      location: value("events", "location"),
      eventTitle: value("events", "title"),
    })
    .from(bin)
    .where(condition)
    .limit(entriesPerBatch);
  return rows.map(({ startsAt, endsAt, location, eventTitle, ...entry }) => ({
    ...entry,
    event:
      entry.subject === "event"
        ? {
            id: entry.subjectId,
            title: eventTitle ?? entry.title,
            startsAt: Number(startsAt),
            endsAt: endsAt === null ? null : Number(endsAt),
            location: location ?? "",
          }
        : null,
  }));
}

async function tellAttendees(entries: Entry[], now: number): Promise<void> {
  for (const { id, event } of entries) {
    if (!event) continue;
    const isDue = and(eq(bin.id, id), isNotNull(bin.tellAt));
    const { notified } = await namedBatch({
      notified: notifyOfBinnedEvent(event, isDue, now),
      told: db.update(bin).set({ tellAt: null, toldAt: now }).where(isDue),
    });
    await publishNotices(notified);
    await yieldToRequests();
  }
}

async function purge(entries: Entry[]): Promise<void> {
  await tellAttendees(entries, Date.now());
  const ids = entries.map((entry) => entry.id);
  await write(() => expire(isAmong(bin.id, ids)));
  for (let isMore = true; isMore; ) {
    const removed = await db.batch(deleteStayingRows(ids, rowsPerBatch));
    await yieldToRequests();
    isMore = removed.some((rows) => rows.length === rowsPerBatch);
  }
  for (let isMore = true; isMore; ) {
    const removed = await write(() => deleteSomeRows(ids, rowsPerBatch));
    await deleteReleasedFiles(removed.flatMap(({ file }) => file ?? []));
    await yieldToRequests();
    isMore = removed.length === rowsPerBatch;
  }
  const questionIds = entries.flatMap((entry) => (entry.subject === "question" ? [entry.subjectId] : []));
  const hashes = entries.flatMap(({ sha256 }) => sha256 ?? []);
  const imageIds = entries.flatMap(({ imageId }) => (imageId === null ? [] : Number(imageId)));
  const { released, unused } = await namedBatch({
    deleted: db.delete(bin).where(isAmong(bin.id, ids)),
    // Answers and comments that were deleted separately are deleted with their question.
    expired: expire(
      and(
        isAmong(bin.questionId, questionIds),
        sql`not exists (select 1 from questions where questions.id = ${bin.questionId})`,
      ),
    ),
    released: db
      .delete(files)
      .where(
        and(
          isAmong(files.sha256, hashes),
          sql`not exists (select 1 from resources where resources.file_sha256 = files.sha256)`,
          sql`not ${isFileInBin}`,
        ),
      )
      .returning({ name: files.sha256 }),
    unused: releaseImage(isAmong(images.id, imageIds)),
  });
  await deleteReleasedFiles([...released.map(({ name }) => name), ...unused.map(({ file }) => file)]);
  await yieldToRequests();
}
