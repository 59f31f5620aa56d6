import { setTimeout } from "node:timers/promises";
import { and, eq, getTableName, gt, inArray, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { broadcastEvent } from "#app/events/broadcast.server.ts";
import { selectEvents } from "#app/events/events.server.ts";
import { notifyOfCancellation } from "#app/events/notices.server.ts";
import { promoteAllWaiting } from "#app/events/waiting-list.server.ts";
import { expire, purgeExpired } from "#app/moderation/bin.server.ts";
import { publishNotices } from "#app/notices/publish.server.ts";
import { deleteReleasedFiles } from "#app/platform/files/sweep.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import type { RequestContext } from "#app/platform/http/request-context.server.ts";
import { enqueueMails } from "#app/platform/mail/enqueue.server.ts";
import { wakeMailQueue } from "#app/platform/mail/queue.server.ts";
import { log, logSecurityEvent } from "#app/platform/process/log.server.ts";
import { hub } from "#app/platform/realtime/hub.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { emptyJournal } from "#app/platform/store/journal.server.ts";
import { dayMs } from "#app/platform/time/durations.ts";
import { insertAuditEntry } from "#db/audit.ts";
import { deleteRowsInBin, moveToBin } from "#db/bin.ts";
import { cascadingColumnsTo } from "#db/foreign-keys.ts";
import {
  accountDeletions,
  announcements,
  attachments,
  bin,
  comments,
  db,
  eventMessages,
  eventRegistrations,
  events,
  images,
  mailLinks,
  mails,
  memberImports,
  notices,
  questionAsks,
  questionFollows,
  questions,
  reports,
  secondFactors,
  sessions,
  thanks,
  thanksBlocks,
  users,
} from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { ofBin } from "#db/scopes/bin.ts";
import { isUpcoming } from "#db/scopes/events.ts";
import { isUnusedImage } from "#db/scopes/images.ts";
import { isFor } from "#db/scopes/mails.ts";
import { fileSources } from "#db/scopes/stored-files.ts";
import { anonymizedColumns, isLastAdmin } from "#db/scopes/users.ts";
import { things } from "#db/things.ts";
import type { BinSubject } from "#db/vocabulary.ts";
import { yieldToRequests } from "#db/yield-to-requests.ts";
import { authTexts } from "./texts.ts";

/** How long a request waits until the account's rows are deleted. Usually that takes a second, with millions minutes. */
const waitMs = 20_000;
/** Rows per table and batch. Remaining rows wait for the next batch. */
const rowsPerBatch = 100;

interface Erasure {
  adminId: number;
  reason: string;
}

/**
 * Deletes a member's account. Its row is emptied but not deleted because messages refer to it. Event seats pass to the
 * waiting list. The member's posts are either kept under `Deleted user` or deleted, which cancels upcoming events. The
 * first batch ends the account. Waits for the other rows for at most 20 seconds: what is left is deleted afterwards, after a
 * crash by `finishDeletions`.
 * @param proof a condition on `users` that proves who made the request: a password's hash, an unused link, or an acting
 * administrator
 * @param record the administrator and their reason, for the audit trail
 * @throws HttpError 409 for the last administrator, 410 when the proof is no longer valid
 */
export async function deleteAccount(
  id: number,
  { posts, proof, record }: { posts: "keep" | "delete"; proof: SQL | undefined; record?: Erasure },
  requestContext: RequestContext,
): Promise<void> {
  const now = Date.now();
  const [owner] = await db.select({ avatarFile: users.avatarFile }).from(users).where(eq(users.id, id));
  const canDelete = and(eq(users.id, id), ne(users.status, "deleted"), proof, sql`not ${isLastAdmin}`);
  const isDeleted = sql`exists (select 1 from ${accountDeletions} where user_id = ${id})`;
  const address = sql`(select email from users where ${canDelete})`;
  const { deleted } = await namedBatch({
    mails: db.delete(mails).where(isFor(address)),
    // Searches recent lists only: the hourly sweep deletes those older than a day.
    imports: db
      .delete(memberImports)
      .where(
        and(
          gt(memberImports.createdAt, now - 2 * dayMs),
          sql`instr(lower(${memberImports.content}), ${address}) > 0`,
        ),
      ),
    farewell: enqueueMails(farewellMail(requestContext), users, canDelete),
    deletion: insertSelect(
      db,
      accountDeletions,
      { userId: users.id, deletesPosts: posts === "delete" },
      users,
      canDelete,
    ).onConflictDoNothing(),
    deleted: db.update(users).set(anonymizedColumns(id)).where(canDelete).returning({ id: users.id }),
    recorded: insertAuditEntry(
      record?.adminId ?? id,
      "deleted an account",
      { text: record?.reason ?? null, id: `member ${id}` },
      record ? undefined : sql`false`,
    ),
    sessions: db.delete(sessions).where(and(eq(sessions.userId, id), isDeleted)),
    secondFactors: db.delete(secondFactors).where(and(eq(secondFactors.userId, id), isDeleted)),
    links: db.delete(mailLinks).where(and(eq(mailLinks.userId, id), isDeleted)),
    expired: expire(
      and(
        or(eq(bin.authorId, id), and(eq(bin.deletedBy, id), isNotNull(bin.alias), eq(bin.isRemoved, false))),
        isDeleted,
      ),
    ),
  });
  if (deleted.length === 0) throw await explainRefusal(id);

  emptyJournal();
  hub.closeUser(id);
  logSecurityEvent("account-deleted", {
    memberId: id,
    posts,
    ...(record && { by: record.adminId }),
    requestId: requestContext.id,
  });
  wakeMailQueue();
  const finish = async () => {
    try {
      await finishDeletion(id, posts === "delete");
      if (owner?.avatarFile) await deleteReleasedFiles([owner.avatarFile]);
      emptyJournal();
    } catch (err) {
      log.error({ requestId: requestContext.id, err }, "rows of a deleted account remain until the next run");
    }
  };
  await Promise.race([finish(), setTimeout(waitMs, null, { ref: false })]);
}

/** Removes the remaining rows of deleted accounts. */
export async function finishDeletions(): Promise<void> {
  const unfinished = await db.select().from(accountDeletions).orderBy(accountDeletions.userId).limit(100);
  for (const { userId, deletesPosts } of unfinished) await finishDeletion(userId, deletesPosts);
}

/** Works in batches that each leave every item consistent. What others can see is deleted first. */
async function finishDeletion(id: number, deletesPosts: boolean): Promise<void> {
  await leaveEvents(id);
  // The member's rows name the files of their entries, so purge before deleting them.
  await purgeExpired();
  for (let isMore = true; isMore; ) {
    const results = await db.batch([...privateRows(id), ...(deletesPosts ? smallPosts(id) : [])]);
    await deleteReleasedFiles(results.flat().flatMap(({ file }) => file ?? []));
    await yieldToRequests();
    isMore = results.some((rows) => rows.length === rowsPerBatch);
  }
  if (deletesPosts) {
    await deleteEvents(id);
    await deleteThings(id);
    await purgeExpired();
  }
  const [unused] = await db.batch([
    db
      .delete(images)
      .where(and(eq(images.userId, id), isUnusedImage))
      .returning({ file: images.file }),
    db.delete(accountDeletions).where(eq(accountDeletions.userId, id)),
  ]);
  await deleteReleasedFiles(unused.map(({ file }) => file));
}

/** Frees the member's seats in batches. Each batch passes its seats to the waiting lists. */
async function leaveEvents(id: number): Promise<void> {
  for (let isMore = true; isMore; ) {
    const [notifySeats, takeSeats] = promoteAllWaiting(Date.now());
    const { left, notified } = await namedBatch({
      left: db
        .delete(eventRegistrations)
        .where(some(eventRegistrations, eq(eventRegistrations.userId, id)))
        .returning({ eventId: eventRegistrations.eventId }),
      notified: notifySeats,
      seated: takeSeats,
    });
    await publishNotices(notified);
    await broadcastLeft(left.map(({ eventId }) => eventId));
    await yieldToRequests();
    isMore = left.length === rowsPerBatch;
  }
}

/** Kinds of notices to others that show the member's name and have the member as their subject. */
const namingKinds = [
  ...["connection-asked", "connection-accepted", "messages-unread"],
  ...["mentoring-asked", "mentoring-answered", "mentoring-ended", "mentoring-silent"],
];

const noFile = { file: sql<string | null>`null` };
const filesOf = (table: SQLiteTable) => {
  const source = fileSources.find((each) => each.table === getTableName(table));
  return source ? { file: sql<string | null>`${sql.raw(source.name ?? source.column)}` } : noFile;
};
const some = (table: SQLiteTable, condition: SQL | undefined) =>
  sql`rowid in (select rowid from ${table} where ${condition} limit ${rowsPerBatch})`;
const deleteSome = (table: SQLiteTable, condition: SQL | undefined) =>
  db.delete(table).where(some(table, condition)).returning(filesOf(table));

/** Cascading keys whose rows are not simply deleted, each with its reason. */
const otherwiseDeleted: readonly SQLiteColumn[] = [
  // Each batch of seats passes to the waiting list.
  eventRegistrations.userId,
  // Deleting the block would reveal who wrote the unnamed line.
  thanksBlocks.blockedId,
  // Marks a deletion that is not finished, so it is deleted last.
  accountDeletions.userId,
];
const ownRows = cascadingColumnsTo(users).filter(({ column }) => !otherwiseDeleted.includes(column));

/** Statements that each change a batch of rows and return the files they named. */
const privateRows = (id: number) => [
  ...ownRows.map(({ table, column }) => deleteSome(table, eq(column, id))),
  // Anonymous lines are kept, because deleting them would reveal their author.
  db
    .update(thanks)
    .set({ line: null, isNamed: false, isShown: false })
    .where(
      some(
        thanks,
        or(
          and(eq(thanks.userId, id), eq(thanks.isNamed, true)),
          and(
            eq(thanks.receiverId, id),
            or(isNotNull(thanks.line), eq(thanks.isNamed, true), eq(thanks.isShown, true)),
          ),
        ),
      ),
    )
    .returning(noFile),
  db
    .update(notices)
    .set({
      facts: sql`iif(${notices.facts} ->> 'name' is null, ${notices.facts}, json_set(${notices.facts}, '$.name', ''))`,
      actorId: null,
    })
    .where(some(notices, eq(notices.actorId, id)))
    .returning(noFile),
  deleteSome(
    notices,
    and(inArray(notices.kind, namingKinds), inArray(notices.subject, [`${id}`, `${id}?anonymous=1`])),
  ),
  deleteSome(questionFollows, eq(questionFollows.userId, id)),
  deleteSome(questionAsks, eq(questionAsks.helperId, id)),
  deleteSome(attachments, and(eq(attachments.userId, id), isNull(attachments.messageId))),
  db
    .update(reports)
    .set({ reporterId: null })
    .where(some(reports, eq(reports.reporterId, id)))
    .returning(noFile),
  db
    .update(reports)
    .set({ excerpt: null })
    .where(
      some(reports, and(eq(reports.authorId, id), isNotNull(reports.resolvedAt), isNotNull(reports.excerpt))),
    )
    .returning(noFile),
  deleteRowsInBin(id, rowsPerBatch),
];

const smallPosts = (id: number) => [
  deleteSome(announcements, eq(announcements.userId, id)),
  deleteSome(eventMessages, eq(eventMessages.userId, id)),
  deleteSome(thanks, sql`${thanks.commentId} in (select id from comments where author_id = ${id})`),
  deleteSome(
    comments,
    and(
      eq(comments.authorId, id),
      sql`not exists (select 1 from thanks where thanks.comment_id = ${comments.id})`,
    ),
  ),
];

const isUnanswered = sql`not exists (select 1 from answers where answers.question_id = ${questions.id})`;

const isEvery = sql`true`;
/**
 * In the order of deletion: answers before questions. Questions with answers, and boards with other keepers, stay: others
 * rely on them.
 */
const conditionsOf = (memberId: number) =>
  ({
    job: isEvery,
    resource: isEvery,
    board: sql`not exists (select 1 from board_keepers as keeping
      where keeping.board_id = boards.id and keeping.user_id <> ${memberId})`,
    experience: isEvery,
    answer: isEvery,
    question: isUnanswered,
  }) satisfies Record<Exclude<BinSubject, "event" | "comment">, SQL>;

/** Deletes each item through the bin, which removes its rows in batches, and its files. */
async function deleteThings(memberId: number): Promise<void> {
  const conditions = Object.entries(conditionsOf(memberId)) as [BinSubject, SQL][];
  // Anonymous questions, answers and experiences are kept, because deleting them would reveal their author.
  for (const [subject, condition] of conditions) {
    const { table, owner } = things[subject];
    const isOwn = and(eq(owner, memberId), condition);
    for (let isMore = true; isMore; ) {
      const found = await db
        .select({ id: table.id })
        .from(table)
        .where(isOwn)
        .orderBy(table.id)
        .limit(rowsPerBatch);
      for (const { id } of found) {
        await namedBatch({
          binned: moveToBin(subject, id, { deletedBy: memberId, condition: isOwn }),
          deleted: db.delete(table).where(and(eq(table.id, id), isOwn)),
          expired: expireOwn(subject, id, memberId),
        });
        await yieldToRequests();
      }
      isMore = found.length === rowsPerBatch;
    }
  }
}

/** Items deleted with an account are not kept in the bin, and attendees are notified immediately. */
const expireOwn = (subject: BinSubject, id: number, memberId: number) =>
  db
    .update(bin)
    .set({ deletedAt: 0, tellAt: null })
    .where(and(ofBin(subject, id), eq(bin.deletedBy, memberId)));

async function deleteEvents(memberId: number): Promise<void> {
  const isOwn = eq(events.organizerId, memberId);
  for (let isMore = true; isMore; ) {
    const found = await selectEvents(null).where(isOwn).orderBy(events.id).limit(rowsPerBatch);
    for (const event of found) {
      const now = Date.now();
      const isUnstarted = and(isOwn, isUpcoming(now));
      await namedBatch({
        notified: notifyOfCancellation({ event, actorId: memberId, condition: isUnstarted, now }),
        binned: moveToBin("event", event.id, { deletedBy: memberId, condition: isOwn }),
        deleted: db.delete(events).where(and(eq(events.id, event.id), isOwn)),
        expired: expireOwn("event", event.id, memberId),
      });
      if (event.startsAt >= now) broadcastEvent("event:delete", event);
      await publishNotices(
        await db.select({ userId: notices.userId }).from(notices).where(eq(notices.at, now)),
      );
      await yieldToRequests();
    }
    isMore = found.length === rowsPerBatch;
  }
}

const farewellMail = (requestContext: RequestContext) => ({
  key: `account-deleted:${requestContext.id}`,
  subject: `Your ${settings.siteName} account was deleted`,
  text: `Your account and your profile are gone. Messages that you sent stay with the people you wrote to, under "Deleted user".\n\nThank you for having been here.`,
});

async function explainRefusal(id: number): Promise<HttpError> {
  const [admin] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isLastAdmin));
  return admin ? new HttpError(409, authTexts.lastAdmin) : new HttpError(410, authTexts.linkExpired);
}

/** The account is already deleted, so a failure is only logged. */
async function broadcastLeft(eventIds: number[]): Promise<void> {
  try {
    const changed = await selectEvents(null).where(and(inArray(events.id, eventIds), isUpcoming(Date.now())));
    for (const event of changed) broadcastEvent("event:unregister", event);
  } catch (err) {
    log.error({ err }, "events not broadcast");
  }
}
