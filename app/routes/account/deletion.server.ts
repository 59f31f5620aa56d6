import { and, eq, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import {
  blocks,
  connections,
  db,
  eventRegistrations,
  events,
  eventWaiting,
  files,
  images,
  jobDrafts,
  jobs,
  mailLinks,
  mails,
  memberImports,
  reports,
  resources,
  secondFactors,
  sessions,
  users,
} from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { type EventRow, isUpcoming, selectEvents } from "#db/scopes/events.ts";
import { emptiedMember } from "#db/scopes/users.ts";
import type { Viewer } from "../../auth/session.server.ts";
import { env } from "../../env.server.ts";
import { broadcastEvent } from "../../events/broadcast.server.ts";
import { mailCancellation, promoteAllWaiting } from "../../events/mails.server.ts";
import { deleteReleasedFiles } from "../../files/sweep.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import type { RequestContext } from "../../http/request-context.server.ts";
import { log, logSecurityEvent } from "../../log.server.ts";
import { wakeMailQueue } from "../../mail/queue.server.ts";
import { hub } from "../../realtime/hub.server.ts";
import { authTexts } from "../../schemas/auth-texts.ts";
import { accountTexts } from "./texts.ts";

/** Far more than anybody organizes or goes to. */
const maxEvents = 1_000;

/** Whether a member is an administrator and no other is left: a condition on `users`. */
const isLastAdmin = sql`(${users.isAdmin} and not exists (select 1 from users as other
  where other.is_admin = 1 and other.status = 'active' and other.id <> ${users.id}))`;

/**
 * Deletes a member's account in one batch. The row stays, emptied, because messages point at it. Seats of events go to
 * those who wait. What the member posted stays under `Deleted user`, or goes: upcoming events are then cancelled.
 * @param proof a condition on `users` that shows who asks: a password's hash, or an unused link
 * @throws HttpError 409 for the last administrator, 410 when the proof no longer holds
 */
export async function deleteAccount(
  viewer: Viewer,
  { posts, proof }: { posts: "keep" | "delete"; proof: SQL | undefined },
  requestContext: RequestContext,
): Promise<void> {
  const now = Date.now();
  const { id } = viewer;
  const own = await findOwn(id, now);
  const isGone = sql`(select status from users where id = ${id}) = 'deleted'`;
  // What is posted after these rows were read is kept.
  const goes = posts === "delete" ? isGone : sql`false`;
  const canGo = and(eq(users.id, id), eq(users.status, "active"), proof, sql`not ${isLastAdmin}`);
  const lastResourceId = own.resources.at(-1)?.id ?? 0;
  const hashes = JSON.stringify(own.resources.map(({ sha256 }) => sha256));
  const cancelled = posts === "delete" ? own.upcomingEvents : [];
  const [, gone, left] = await db.batch([
    insertSelect(db, mails, goodbye(requestContext, now), users, canGo),
    db.update(users).set(emptiedMember(id)).where(canGo).returning({ id: users.id }),
    db
      .delete(eventRegistrations)
      .where(and(eq(eventRegistrations.userId, id), isGone))
      .returning({ eventId: eventRegistrations.eventId }),
    db.delete(eventWaiting).where(and(eq(eventWaiting.userId, id), isGone)),
    ...promoteAllWaiting(now),
    db.delete(sessions).where(and(eq(sessions.userId, id), isGone)),
    db.delete(secondFactors).where(and(eq(secondFactors.userId, id), isGone)),
    db.delete(mailLinks).where(and(eq(mailLinks.userId, id), isGone)),
    db.delete(connections).where(and(or(eq(connections.lowId, id), eq(connections.highId, id)), isGone)),
    db.delete(blocks).where(and(or(eq(blocks.blockerId, id), eq(blocks.blockedId, id)), isGone)),
    db.delete(jobDrafts).where(and(eq(jobDrafts.userId, id), isGone)),
    db.delete(memberImports).where(and(eq(memberImports.adminId, id), isGone)),
    db
      .update(reports)
      .set({ reporterId: null })
      .where(and(eq(reports.reporterId, id), isGone)),
    db.delete(jobs).where(and(eq(jobs.postedBy, id), goes)),
    db.delete(resources).where(and(eq(resources.userId, id), lte(resources.id, lastResourceId), goes)),
    db
      .delete(files)
      .where(
        and(
          sql`${files.sha256} in (select value from json_each(${hashes}))`,
          sql`not exists (select 1 from resources where resources.file_sha256 = ${files.sha256})`,
          goes,
        ),
      ),
    ...cancelled.map((event) =>
      mailCancellation(event, id, and(eq(events.organizerId, id), isUpcoming(now), goes), now),
    ),
    db.delete(events).where(
      and(
        eq(events.organizerId, id),
        or(
          sql`${events.startsAt} < ${now}`,
          inArray(
            events.id,
            cancelled.map((event) => event.id),
          ),
        ),
        goes,
      ),
    ),
    db
      .delete(images)
      .where(
        and(
          eq(images.userId, id),
          sql`not exists (select 1 from events where events.image_id = ${images.id})`,
          isGone,
        ),
      ),
  ] as const);
  if (gone.length === 0) throw await explainRefusal(id);

  hub.closeUser(id);
  logSecurityEvent("account-deleted", { memberId: id, posts, requestId: requestContext.id });
  wakeMailQueue();
  await publish(cancelled, left, requestContext);
  await deleteReleasedFiles(own.files).catch((err: unknown) =>
    log.error(
      { requestId: requestContext.id, err },
      "files of a deleted account remain until the next start",
    ),
  );
}

/** What the batch needs to know: the files that may become free, and the events to cancel. */
async function findOwn(id: number, now: number) {
  const [ownResources, ownImages, [owner], upcomingEvents] = await db.batch([
    db
      .select({ id: resources.id, sha256: resources.fileSha256 })
      .from(resources)
      .where(eq(resources.userId, id))
      .orderBy(resources.id),
    db.select({ file: images.file }).from(images).where(eq(images.userId, id)),
    db.select({ avatarFile: users.avatarFile }).from(users).where(eq(users.id, id)),
    selectEvents(null)
      .where(and(eq(events.organizerId, id), isUpcoming(now)))
      .limit(maxEvents),
  ]);
  const released = [
    ...ownResources.map(({ sha256 }) => sha256),
    ...ownImages.map(({ file }) => file),
    ...(owner?.avatarFile ? [owner.avatarFile] : []),
  ];
  return { resources: ownResources, upcomingEvents, files: [...new Set(released)] };
}

const goodbye = (requestContext: RequestContext, now: number) => ({
  key: `account-deleted:${requestContext.id}`,
  recipient: users.email,
  subject: `Your ${env.SITE_NAME} account was deleted`,
  text: `Your account and your profile are gone. Messages that you sent stay with the people you wrote to, under "Deleted user".\n\nThank you for having been here.`,
  createdAt: now,
  attempts: 0,
  nextAttemptAt: now,
});

async function explainRefusal(id: number): Promise<HttpError> {
  const [admin] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isLastAdmin));
  return admin ? new HttpError(409, accountTexts.lastAdmin) : new HttpError(410, authTexts.linkExpired);
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
