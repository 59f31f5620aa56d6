import { and, eq, not, sql } from "drizzle-orm";
import { requireUnmuted } from "#app/platform/auth/guards.server.ts";
import { explainMute } from "#app/platform/auth/mutes.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { batchOnce, type CallKey } from "#app/platform/limits/call-key.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import { insertMemberAuditEntry } from "#db/audit.ts";
import { announcements, db, fanOuts, notices, users, write } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { isCurrent, isForReader, mayAnnounceTo, mayTakeBack } from "#db/scopes/announcements.ts";
import { isMuted } from "#db/scopes/mutes.ts";
import { yieldToRequests } from "#db/yield-to-requests.ts";
import { notifyMany, withdrawNotices } from "../notices/notify.server.ts";
import { publishNotices } from "../notices/publish.server.ts";
import { excerptOf } from "../notices/texts.server.ts";
import { type AnnouncementInput, checkUntil } from "./input.server.ts";
import { announcementTexts, describeAudience } from "./texts.ts";

const isMade = sql`changes() > 0`;

/**
 * Announces to all members or to a batch. An announcement that was taken back still counts for the day, because its
 * mails may have been sent.
 * @returns its id
 * @throws HttpError 403 for members who may not announce, 409 for the second one on a day for the same audience, 422
 * for a day out of bounds, 429
 */
export async function announce(
  viewer: Viewer,
  { text, batchYear, until }: AnnouncementInput,
  callKey?: CallKey,
  now = Date.now(),
): Promise<number> {
  requireUnmuted(viewer);
  limitAction("announcement", viewer.id);
  const day = today(now);
  const wrong = checkUntil(until, day);
  if (wrong) throw HttpError.forFields({ until: [wrong] });
  const excerpt = excerptOf(text);
  const {
    made: [made],
    notified,
  } = await batchOnce(
    callKey,
    {
      made: insertSelect(
        db,
        announcements,
        { userId: viewer.id, text, batchYear, day, until, createdAt: now },
        users,
        and(eq(users.id, viewer.id), mayAnnounceTo(viewer.id, batchYear), not(isMuted(viewer.id))),
      )
        .onConflictDoNothing()
        .returning({ id: announcements.id }),
      recorded: insertMemberAuditEntry(viewer.id, `announced to ${describeAudience(batchYear)}`, {
        text: `“${excerpt}”`,
      }),
      notified: notifyMany(
        {
          kind: "announcement",
          userId: sql`receiver.id`,
          subject: sql`made.id`,
          actorId: viewer.id,
          facts: { text: excerpt },
          now,
        },
        sql`announcements as made cross join users as receiver`,
        sql`made.day = ${day} and made.batch_year is ${batchYear} and receiver.status = 'active'
        and receiver.id <> ${viewer.id} and (made.batch_year is null or receiver.batch_year = made.batch_year)
        and ${isMade}`,
      ),
    },
    "made",
  );
  if (!made) throw await explainUnmade(viewer.id, batchYear);
  await publishNotices(notified);
  return made.id;
}

async function explainUnmade(viewerId: number, batchYear: number | null): Promise<HttpError> {
  const [found] = await db
    .select({
      may: mayAnnounceTo(viewerId, batchYear).mapWith(Boolean),
      isMuted: isMuted(viewerId).mapWith(Boolean),
    })
    .from(sql`(select 1)`);
  if (!found?.may) return new HttpError(403, announcementTexts.notAllowed);
  return found.isMuted ? explainMute(viewerId) : new HttpError(409, announcementTexts.onceADay);
}

/** Notices withdrawn per batch, few enough not to block other requests. */
const batchSize = 500;

/**
 * Takes an announcement back: hides it at once, and deletes its unread notices in batches.
 * @throws HttpError 403, 404 if it does not exist, is not for the viewer or has ended, 429
 */
export async function takeBack(viewer: Viewer, id: number, now = Date.now()): Promise<void> {
  limitAction("announcement", viewer.id);
  const isIt = and(eq(announcements.id, id), isCurrent(today(now)));
  const [found] = await db
    .select({
      authorId: announcements.userId,
      text: announcements.text,
      batchYear: announcements.batchYear,
      createdAt: announcements.createdAt,
      may: mayTakeBack(viewer.id).mapWith(Boolean),
    })
    .from(announcements)
    .where(and(isIt, isForReader(viewer.id)));
  if (!found) throw new HttpError(404, announcementTexts.gone);
  if (!found.may) throw HttpError.withCode("not-yours", announcementTexts.notYours);
  const { authorId, text, batchYear, createdAt } = found;
  const { taken } = await namedBatch({
    taken: db
      .update(announcements)
      .set({ takenBackAt: now })
      .where(and(isIt, mayTakeBack(viewer.id)))
      .returning({ id: announcements.id }),
    recorded: insertMemberAuditEntry(
      viewer.id,
      `took back an announcement to ${describeAudience(batchYear)}`,
      {
        text: `“${excerptOf(text)}”`,
        memberId: authorId === viewer.id ? null : authorId,
      },
    ),
    unsent: db
      .delete(fanOuts)
      .where(
        and(
          eq(fanOuts.kind, "announcement"),
          eq(fanOuts.actorId, authorId),
          eq(fanOuts.at, createdAt),
          isMade,
        ),
      ),
  });
  if (taken.length === 0) throw new HttpError(404, announcementTexts.gone);
  await withdraw(id);
}

async function withdraw(id: number): Promise<void> {
  const some = sql`${notices.id} in (select id from notices where kind = 'announcement' and subject = ${String(id)}
    and read_at is null limit ${batchSize})`;
  for (let isMore = true; isMore; ) {
    const withdrawn = await write(() => withdrawNotices(["announcement"], id, some));
    await publishNotices(withdrawn);
    await yieldToRequests();
    isMore = withdrawn.length === batchSize;
  }
}
