import { and, eq, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { insertAuditEntry } from "#db/audit.ts";
import { deleteRowsInBin } from "#db/bin.ts";
import {
  announcements,
  answers,
  attachments,
  bin,
  binRows,
  blocks,
  comments,
  connections,
  db,
  eventMessages,
  eventOrganizers,
  eventRegistrations,
  events,
  eventWaiting,
  files,
  idempotencyAnswers,
  idempotencyKeys,
  images,
  jobApplications,
  jobDrafts,
  jobReferrals,
  jobs,
  jobTracking,
  mailLinks,
  memberImports,
  mentorings,
  noticeSettings,
  notices,
  questionAsks,
  questionDrafts,
  questionFollows,
  questions,
  reports,
  resources,
  savedJobs,
  savedSearches,
  secondFactors,
  sessions,
  thanks,
  thanksBlocks,
  todayDismissals,
  users,
  userTopics,
} from "#db/index.ts";
import { isFileInBin } from "#db/scopes/bin.ts";
import { isUpcoming } from "#db/scopes/events.ts";
import { isUnusedImage } from "#db/scopes/images.ts";
import { anonymizedColumns } from "#db/scopes/users.ts";
import { findEntries, purgeStatements } from "../bin/bin.server.ts";
import { env } from "../env.server.ts";
import { broadcastEvent } from "../events/broadcast.server.ts";
import { type EventRow, selectEvents } from "../events/events.server.ts";
import { notifyOfBinnedEvent, notifyOfCancellation, promoteAllWaiting } from "../events/notices.server.ts";
import { deleteReleasedFiles } from "../files/sweep.server.ts";
import { HttpError } from "../http/problem.server.ts";
import type { RequestContext } from "../http/request-context.server.ts";
import { enqueueMails } from "../mail/enqueue.server.ts";
import { wakeMailQueue } from "../mail/queue.server.ts";
import { publishNotices } from "../notices/unread.server.ts";
import { log, logSecurityEvent } from "../process/log.server.ts";
import { hub } from "../realtime/hub.server.ts";
import { authTexts } from "../schemas/auth-texts.ts";
import { emptyJournal } from "../store/journal.server.ts";

/** Far more than anybody organizes or goes to. */
const maxEvents = 1_000;

interface Erasure {
  adminId: number;
  reason: string;
}

/** Whether a member is an administrator and no other is left: a condition on `users`. */
const isLastAdmin = sql`(${users.isAdmin} and not exists (select 1 from users as other
  where other.is_admin = 1 and other.status = 'active' and other.id <> ${users.id}))`;

/**
 * Deletes a member's account in one batch. The row stays, emptied, because messages point at it. Seats of events go to
 * those who wait. What the member posted stays under `Deleted user`, or goes: upcoming events are then cancelled.
 * @param proof a condition on `users` that shows who asks: a password's hash, an unused link, or an acting administrator
 * @param record the administrator who does it, and why: an entry of the audit trail
 * @throws HttpError 409 for the last administrator, 410 when the proof no longer holds
 */
export async function deleteAccount(
  id: number,
  { posts, proof, record }: { posts: "keep" | "delete"; proof: SQL | undefined; record?: Erasure },
  requestContext: RequestContext,
): Promise<void> {
  const now = Date.now();
  const own = await findOwn(id, now);
  const isDeleted = sql`(select status from users where id = ${id}) = 'deleted'`;
  const canDelete = and(eq(users.id, id), ne(users.status, "deleted"), proof, sql`not ${isLastAdmin}`);
  const cancelled = posts === "delete" ? own.upcomingEvents : [];
  const binnedEvents = own.binned.flatMap(({ event }) => event ?? []);
  const [, deleted, , left] = await db.batch([
    enqueueMails(farewellMail(requestContext), users, canDelete),
    db.update(users).set(anonymizedColumns(id)).where(canDelete).returning({ id: users.id }),
    insertAuditEntry(
      record?.adminId ?? id,
      "deleted an account",
      { text: record?.reason ?? null, id: `member ${id}` },
      record ? undefined : sql`false`,
    ),
    db
      .delete(eventRegistrations)
      .where(and(eq(eventRegistrations.userId, id), isDeleted))
      .returning({ eventId: eventRegistrations.eventId }),
    db.delete(eventWaiting).where(and(eq(eventWaiting.userId, id), isDeleted)),
    db.delete(eventOrganizers).where(and(eq(eventOrganizers.userId, id), isDeleted)),
    ...promoteAllWaiting(now),
    ...deletePrivateRows(id, isDeleted),
    ...(posts === "delete" ? deletePosts(id, own, isDeleted, now) : []),
    ...binnedEvents.flatMap((event) =>
      notifyOfBinnedEvent(event, and(isNotNull(bin.tellAt), isDeleted), now),
    ),
    ...purgeStatements(own.binned, isDeleted),
    ...deleteRowsInBin(id, isDeleted),
    db.delete(images).where(and(eq(images.userId, id), isUnusedImage, isDeleted)),
  ] as const);
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
  await publishNotices(await db.select({ userId: notices.userId }).from(notices).where(eq(notices.at, now)));
  await publish(cancelled, left, requestContext);
  await deleteReleasedFiles(own.files).catch((err: unknown) =>
    log.error(
      { requestId: requestContext.id, err },
      "files of a deleted account remain until the next start",
    ),
  );
}

/** Others' notices that have the member's name, which is their subject. */
const namingKinds = [
  ...["connection-asked", "connection-accepted", "messages-unread"],
  ...["mentoring-asked", "mentoring-answered", "mentoring-ended", "mentoring-silent"],
];

const deletePrivateRows = (id: number, isDeleted: SQL) => [
  db.delete(sessions).where(and(eq(sessions.userId, id), isDeleted)),
  db.delete(secondFactors).where(and(eq(secondFactors.userId, id), isDeleted)),
  db.delete(notices).where(and(eq(notices.userId, id), isDeleted)),
  db
    .delete(notices)
    .where(
      and(
        inArray(notices.kind, namingKinds),
        inArray(notices.subject, [`${id}`, `${id}?anonymous=1`]),
        isDeleted,
      ),
    ),
  db.delete(noticeSettings).where(and(eq(noticeSettings.userId, id), isDeleted)),
  db.delete(savedSearches).where(and(eq(savedSearches.userId, id), isDeleted)),
  db.delete(todayDismissals).where(and(eq(todayDismissals.userId, id), isDeleted)),
  db.delete(mailLinks).where(and(eq(mailLinks.userId, id), isDeleted)),
  db.delete(connections).where(and(or(eq(connections.lowId, id), eq(connections.highId, id)), isDeleted)),
  db.delete(blocks).where(and(or(eq(blocks.blockerId, id), eq(blocks.blockedId, id)), isDeleted)),
  db.delete(jobDrafts).where(and(eq(jobDrafts.userId, id), isDeleted)),
  db.delete(savedJobs).where(and(eq(savedJobs.userId, id), isDeleted)),
  db.delete(jobTracking).where(and(eq(jobTracking.userId, id), isDeleted)),
  db.delete(jobApplications).where(and(eq(jobApplications.userId, id), isDeleted)),
  db.delete(jobReferrals).where(and(eq(jobReferrals.userId, id), isDeleted)),
  db.delete(idempotencyAnswers).where(and(eq(idempotencyAnswers.userId, id), isDeleted)),
  db.delete(idempotencyKeys).where(and(eq(idempotencyKeys.userId, id), isDeleted)),
  db.delete(questionDrafts).where(and(eq(questionDrafts.userId, id), isDeleted)),
  db.delete(questionFollows).where(and(eq(questionFollows.userId, id), isDeleted)),
  db.delete(questionAsks).where(and(eq(questionAsks.helperId, id), isDeleted)),
  db.delete(userTopics).where(and(eq(userTopics.userId, id), isDeleted)),
  db.delete(mentorings).where(and(or(eq(mentorings.mentorId, id), eq(mentorings.menteeId, id)), isDeleted)),
  // What the member wrote without a name stays as it is: its absence would tell who wrote it.
  db
    .update(thanks)
    .set({ line: null, isNamed: false, isShown: false })
    .where(
      and(or(and(eq(thanks.userId, id), eq(thanks.isNamed, true)), eq(thanks.receiverId, id)), isDeleted),
    ),
  db.delete(thanksBlocks).where(and(eq(thanksBlocks.blockerId, id), isDeleted)),
  db
    .update(notices)
    .set({
      facts: sql`iif(${notices.facts} ->> 'name' is null, ${notices.facts}, json_set(${notices.facts}, '$.name', ''))`,
      actorId: null,
    })
    .where(and(eq(notices.actorId, id), isDeleted)),
  db.delete(memberImports).where(and(eq(memberImports.adminId, id), isDeleted)),
  db.delete(attachments).where(and(eq(attachments.userId, id), isNull(attachments.messageId), isDeleted)),
  db
    .update(reports)
    .set({ reporterId: null })
    .where(and(eq(reports.reporterId, id), isDeleted)),
  db
    .update(reports)
    .set({ excerpt: null })
    .where(and(eq(reports.authorId, id), isNotNull(reports.resolvedAt), isDeleted)),
];

/** Deletes what the member had posted when it was read. What they posted since stays. */
function deletePosts(id: number, own: OwnRows, isDeleted: SQL, now: number) {
  const hashes = JSON.stringify(own.resources.map(({ sha256 }) => sha256));
  const cancelledIds = own.upcomingEvents.map((event) => event.id);
  return [
    db.delete(announcements).where(and(eq(announcements.userId, id), isDeleted)),
    db.delete(eventMessages).where(and(eq(eventMessages.userId, id), isDeleted)),
    db.delete(jobs).where(and(eq(jobs.postedBy, id), isDeleted)),
    // Anonymous questions stay: if they went, that would tell who asked.
    db.delete(comments).where(and(eq(comments.authorId, id), isDeleted)),
    db.delete(answers).where(and(eq(answers.authorId, id), isDeleted)),
    db
      .delete(questions)
      .where(
        and(
          eq(questions.authorId, id),
          sql`not exists (select 1 from answers where answers.question_id = ${questions.id})`,
          isDeleted,
        ),
      ),
    db
      .delete(resources)
      .where(and(eq(resources.userId, id), lte(resources.id, own.resources.at(-1)?.id ?? 0), isDeleted)),
    db
      .delete(files)
      .where(
        and(
          sql`${files.sha256} in (select value from json_each(${hashes}))`,
          sql`not exists (select 1 from resources where resources.file_sha256 = ${files.sha256})`,
          sql`not ${isFileInBin}`,
          isDeleted,
        ),
      ),
    ...own.upcomingEvents.flatMap((event) => {
      const condition = and(eq(events.organizerId, id), isUpcoming(now), isDeleted);
      return notifyOfCancellation({ event, actorId: id, condition, now });
    }),
    db
      .delete(events)
      .where(
        and(
          eq(events.organizerId, id),
          or(sql`${events.startsAt} < ${now}`, inArray(events.id, cancelledIds)),
          isDeleted,
        ),
      ),
  ];
}

type OwnRows = Awaited<ReturnType<typeof findOwn>>;

/** The rows that the batch is about: the files that may become free, and the events to cancel. */
async function findOwn(id: number, now: number) {
  const binned = await findEntries(
    or(eq(bin.authorId, id), and(eq(bin.deletedBy, id), isNotNull(bin.alias), eq(bin.isRemoved, false))),
    maxEvents,
  );
  const [ownResources, ownImages, unsent, applied, received, appliedInBin, [owner], upcomingEvents] =
    await db.batch([
      db
        .select({ id: resources.id, sha256: resources.fileSha256 })
        .from(resources)
        .where(eq(resources.userId, id))
        .orderBy(resources.id),
      db.select({ file: images.file }).from(images).where(eq(images.userId, id)),
      db
        .select({ file: attachments.file })
        .from(attachments)
        .where(and(eq(attachments.userId, id), isNull(attachments.messageId))),
      db.select({ file: jobApplications.file }).from(jobApplications).where(eq(jobApplications.userId, id)),
      db
        .select({ file: jobApplications.file })
        .from(jobs)
        .innerJoin(jobApplications, eq(jobApplications.jobId, jobs.id))
        .where(eq(jobs.postedBy, id)),
      db
        .select({ file: sql<string | null>`"row" ->> 'file'` })
        .from(binRows)
        .where(and(eq(binRows.memberId, id), eq(binRows.tableName, "job_applications"))),
      db.select({ avatarFile: users.avatarFile }).from(users).where(eq(users.id, id)),
      selectEvents(null)
        .where(and(eq(events.organizerId, id), isUpcoming(now)))
        .limit(maxEvents),
    ]);
  const released = [
    ...ownResources.map(({ sha256 }) => sha256),
    ...binned.flatMap(({ sha256 }) => sha256 ?? []),
    ...[...ownImages, ...unsent, ...applied, ...received, ...appliedInBin].flatMap(({ file }) => file ?? []),
    ...binned.flatMap(({ applicationFiles }) => applicationFiles),
    ...(owner?.avatarFile ? [owner.avatarFile] : []),
  ];
  return { resources: ownResources, upcomingEvents, binned, files: [...new Set(released)] };
}

const farewellMail = (requestContext: RequestContext) => ({
  key: `account-deleted:${requestContext.id}`,
  subject: `Your ${env.SITE_NAME} account was deleted`,
  text: `Your account and your profile are gone. Messages that you sent stay with the people you wrote to, under "Deleted user".\n\nThank you for having been here.`,
});

async function explainRefusal(id: number): Promise<HttpError> {
  const [admin] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isLastAdmin));
  return admin ? new HttpError(409, authTexts.lastAdmin) : new HttpError(410, authTexts.linkExpired);
}

/** Tells everyone connected about the events that changed. The account is gone already, so a failure is only logged. */
async function publish(
  cancelled: EventRow[],
  left: { eventId: number }[],
  requestContext: RequestContext,
): Promise<void> {
  for (const event of cancelled) broadcastEvent("event:delete", event);
  const ids = left.map(({ eventId }) => eventId);
  try {
    const changed = await selectEvents(null)
      .where(and(inArray(events.id, ids), isUpcoming(Date.now())))
      .limit(maxEvents);
    for (const event of changed) broadcastEvent("event:unregister", event);
  } catch (err) {
    log.error({ requestId: requestContext.id, err }, "events not broadcast");
  }
}
