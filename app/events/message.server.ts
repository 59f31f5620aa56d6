import { and, asc, eq, exists, sql } from "drizzle-orm";
import { requireUnmuted } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { batchOnce, type CallKey } from "#app/platform/limits/call-key.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { insertAuditEntryUnlessOwn } from "#db/audit.ts";
import { db, eventMessages, events, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { hasEventId, mayOrganize } from "#db/scopes/events.ts";
import { notifyMany } from "../notices/notify.server.ts";
import { publishNotices } from "../notices/publish.server.ts";
import { excerptOf } from "../notices/texts.server.ts";
import { requireEditableEvent } from "./organizing.server.ts";
import { eventTexts, maxMessages } from "./texts.ts";

export const selectEventMessages = (eventId: number) =>
  db
    .select({
      id: eventMessages.id,
      text: eventMessages.text,
      sentAt: eventMessages.sentAt,
      author: { id: users.id, name: users.name },
    })
    .from(eventMessages)
    .innerJoin(users, eq(users.id, eventMessages.userId))
    .where(eq(eventMessages.eventId, eventId))
    .orderBy(asc(eventMessages.id));
export type MessageRow = Awaited<ReturnType<typeof selectEventMessages>>[number];

/**
 * Sends a message to all registered members. Repeating a text sends nothing new.
 * @throws HttpError 404, 403, 409 for a third message or without registrations, 429
 */
export async function messageRegistered(
  viewer: Viewer,
  eventId: number,
  text: string,
  callKey?: CallKey,
): Promise<MessageRow> {
  requireUnmuted(viewer);
  const event = await requireEditableEvent(viewer, eventId);
  limitAction("eventChange", viewer.id, eventTexts.tooMany);
  const now = Date.now();
  const sent = db
    .select({ id: eventMessages.id })
    .from(eventMessages)
    .where(
      and(eq(eventMessages.eventId, eventId), eq(eventMessages.text, text), eq(eventMessages.sentAt, now)),
    );
  const { made, notified } = await batchOnce(
    callKey,
    {
      made: insertSelect(
        db,
        eventMessages,
        { eventId: events.id, userId: viewer.id, text, sentAt: now },
        events,
        and(
          hasEventId(eventId),
          mayOrganize(viewer),
          sql`registration_count > 0`,
          sql`(select count(*) from event_messages as sent where sent.event_id = ${eventId}) < ${maxMessages}`,
        ),
      )
        .onConflictDoNothing()
        .returning({ id: eventMessages.id }),
      recorded: insertAuditEntryUnlessOwn({
        viewer,
        verb: "wrote to all who are registered for",
        kind: "event",
        id: eventId,
        condition: sql`changes() > 0`,
      }),
      notified: notifyMany(
        {
          kind: "event-message",
          userId: sql`users.id`,
          subject: eventId,
          actorId: viewer.id,
          facts: { name: viewer.name, title: event.title, text: excerptOf(text) },
          now,
        },
        users,
        and(
          sql`users.status = 'active' and users.id <> ${viewer.id}
          and users.id in (select user_id from event_registrations where event_id = ${eventId})`,
          exists(sent),
        ),
      ),
    },
    "made",
  );
  const messages = await selectEventMessages(eventId);
  const own = messages.find((message) => message.text === text);
  if (!own) {
    const { registrationCount } = await requireEditableEvent(viewer, eventId);
    throw new HttpError(409, registrationCount === 0 ? eventTexts.nobodyRegistered : eventTexts.messagesSent);
  }
  if (made.length > 0) await publishNotices(notified);
  return own;
}
