import { and, asc, eq, gt, inArray, type Placeholder, sql } from "drizzle-orm";
import { z } from "zod";
import { restoreCall } from "#app/moderation/restore-call.server.ts";
import { call, nextLink, type Paths } from "#app/platform/api/call.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { parseId, toId } from "#app/platform/schemas/fields.server.ts";
import { thanksCalls } from "#app/thanks/calls.server.ts";
import { db, eventRegistrations, events } from "#db/index.ts";
import { type EventReader, pastEvents, shownEventColumns, upcomingEvents } from "#db/scopes/events.ts";
import { countFitting, cutPage, type ListPosition, maxListLength, readPosition } from "#db/scopes/pages.ts";
import { type EventHalf, findEventPage } from "#db/search.ts";
import { checkIn, isNamed, selectAttendees } from "../check-in.server.ts";
import { addOrganizer, removeOrganizer } from "../co-organizers.server.ts";
import type { EventRow, ShownEvent } from "../events.server.ts";
import {
  attendeeListSchema,
  attendeeSchema,
  checkInSchema,
  type EventInput,
  eventAnswersSchema,
  eventChangeSchema,
  eventDataSchema,
  eventDeletedSchema,
  eventListResponseSchema,
  eventListSchema,
  eventMessageResponseSchema,
  eventMessageSchema,
  eventResponseSchema,
  eventSchema,
  followingSchema,
  registrationSchema,
  repetitionSchema,
} from "../input.server.ts";
import { type MessageRow, messageRegistered, selectEventMessages } from "../message.server.ts";
import { createEvent, deleteEvent, requireEditableEvent, updateEvent } from "../organizing.server.ts";
import {
  changeAnswers,
  joinWaitingList,
  leaveWaitingList,
  register,
  unregister,
} from "../participation.server.ts";
import { serializeAnswers } from "../questions.server.ts";
import { repeatEvent, selectRepetitions, updateFollowing } from "../series.server.ts";
import { eventTexts } from "../texts.ts";
import {
  findRegisteredIds,
  requireEventData,
  requireEventId,
  respondWithEvent,
  selectEventData,
  serializeEvent,
} from "./event.server.ts";

/**
 * Where a list continues: the half, the last event, and the moment that divides the halves, so that an event that
 * begins between two requests is neither lost nor repeated.
 */
interface Cursor {
  half: EventHalf;
  dividedAt: number;
  after: ListPosition;
}

function readCursor(text: string | undefined): Cursor | null {
  const [, half, dividedAt, position = ""] = /^([up])-(\d{1,15})-(.+)$/.exec(text ?? "") ?? [];
  const after = readPosition(position);
  return after ? { half: half === "u" ? "upcoming" : "past", dividedAt: Number(dividedAt), after } : null;
}

const writeCursor = ({ moment, id }: ListPosition, dividedAt: number) =>
  `${moment >= dividedAt ? "u" : "p"}-${dividedAt}-${moment}-${id}`;

/** What a registration adds to a list, counted like the characters of a description. */
const registrationLength = 20;

const selectHalf = (
  viewer: EventReader,
  now: number | Placeholder,
  { where, orderBy }: ReturnType<typeof upcomingEvents>,
  limit: number | Placeholder,
) =>
  db
    .select(shownEventColumns(viewer, now))
    .from(events)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);

const { placeholder } = sql;
const anyMember = { id: placeholder("viewerId"), isAdmin: placeholder("isAdmin") };
const [anyTime, anyLimit] = [placeholder("now"), placeholder("limit")];
const storedUpcoming = selectHalf(anyMember, anyTime, upcomingEvents(anyTime), anyLimit).prepare();
const storedPast = selectHalf(anyMember, anyTime, pastEvents(anyTime), anyLimit).prepare();

const toAttendee =
  ({ questions }: EventRow) =>
  ({ id, answers, ...attendee }: Awaited<ReturnType<typeof selectAttendees>>[number]) => ({
    ...attendee,
    id: String(id),
    answers: serializeAnswers(questions, answers),
  });

const respondWithNewEvent = (event: ShownEvent & { registeredIds: string }) => ({
  status: 201 as const,
  version: event.version,
  body: { success: true as const, data: serializeEvent(event) },
  headers: { Location: `/api/events/${event.id}` },
});

const respondWithRepetitions = async (viewer: Viewer, rows: EventRow[]) => {
  const data = await selectEventData(viewer)
    .where(
      inArray(
        events.id,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(events.startsAt), asc(events.id));
  return {
    status: 201 as const,
    body: data.map(serializeEvent),
    headers: { Location: `/api/events/${data[0]?.id}` },
  };
};

const respondWithMessage = (eventId: number, { id, text, author, sentAt }: MessageRow) => ({
  status: 201 as const,
  headers: { Location: `/api/events/${eventId}` },
  body: {
    id: String(id),
    text,
    author: { id: String(author.id), name: author.name },
    sentAt: new Date(sentAt).toISOString(),
  },
});

const waitingResponses = { 200: { description: "The event", schema: eventResponseSchema } } as const;

export const eventsPaths: Paths = {
  "/api/events": {
    GET: call({
      operationId: "listEvents",
      summary: "List events: upcoming ones, soonest first, then past ones, latest first",
      description:
        "A search compares at most 10,000 events for each page, so a page before the last one may be shorter, or empty. It is also shorter if its descriptions and registrations are many.",
      auth: "anyone",
      query: eventListSchema,
      responses: {
        200: { description: "Events; the Link header has the next page", schema: eventListResponseSchema },
      },
      async handler({ query: { when, limit, cursor: cursorText, ...filter }, viewer, request }) {
        const cursor = readCursor(cursorText);
        const now = cursor?.dividedAt ?? Date.now();
        const values = { now, viewerId: viewer?.id, isAdmin: viewer?.isAdmin };
        const isStored = viewer && !cursor && !filter.search && !filter.type;
        const rows: Awaited<ReturnType<typeof selectHalf>> = [];
        let stoppedAt: ListPosition | undefined;
        for (const half of ["upcoming", "past"] as const) {
          const isOther = half === "upcoming" ? when === "past" : when === "upcoming";
          const isOver = half === "upcoming" && cursor?.half === "past";
          if (isOther || isOver || rows.length > limit || stoppedAt) continue;
          if (isStored) {
            const stored = half === "upcoming" ? storedUpcoming : storedPast;
            rows.push(...(await stored.execute({ ...values, limit: limit + 1 })));
            continue;
          }
          const after = cursor?.half === half ? cursor.after : undefined;
          const found = await findEventPage(half, filter, { now, after, limit: limit + 1 });
          const { orderBy } = (half === "upcoming" ? upcomingEvents : pastEvents)(now);
          rows.push(...(await selectHalf(viewer, Date.now(), { where: found.where, orderBy }, limit + 1)));
          stoppedAt = found.stoppedAt;
        }
        const fitting = countFitting(
          rows,
          maxListLength,
          ({ description, registrationCount }) => description.length + registrationCount * registrationLength,
        );
        const { page, last } = cutPage(rows, Math.min(limit, fitting));
        const next = last ? { moment: last.startsAt, id: last.id } : stoppedAt;
        const registeredIds = await findRegisteredIds(
          viewer,
          page.map(({ id }) => id),
        );
        return {
          status: 200,
          body: {
            success: true,
            data: page.map((event) =>
              serializeEvent({ ...event, registeredIds: registeredIds.get(event.id) ?? "[]" }),
            ),
          },
          headers: nextLink(request, next && writeCursor(next, now)),
        };
      },
    }),

    POST: call({
      operationId: "createEvent",
      summary: "Announce an event; its organizer is the caller",
      description:
        "Past events may be created. `imageUrl` is an address that `POST /api/uploads` returned to you.",
      auth: "user",
      counts: "event",
      body: eventSchema,
      responses: { 201: { description: "The event", schema: eventResponseSchema } },
      async handler({ body, viewer, callKey }) {
        const event = await createEvent(viewer, body, callKey);
        return respondWithNewEvent({ ...event, registeredIds: "[]" });
      },
      repeat: async ({ id, viewer }) => respondWithNewEvent(await requireEventData(viewer, id)),
    }),
  },

  "/api/events/{id}": {
    GET: call({
      operationId: "getEvent",
      summary: "Get an event",
      auth: "anyone",
      responses: { 200: { description: "The event", schema: eventResponseSchema } },
      async handler({ params, viewer }) {
        return { status: 200, ...(await respondWithEvent(viewer, requireEventId(params.id))) };
      },
    }),

    PUT: call({
      operationId: "updateEvent",
      summary: "Change fields of an event (its organizers and administrators)",
      description:
        "Fields that are not sent keep their values. A limit below the number of registrations removes nobody. With `following=1` those that follow in its series get the same change, and a new time moves them by as much: all change, or none.",
      auth: "user",
      counts: "eventChange",
      query: followingSchema,
      body: eventChangeSchema,
      errors: [412],
      responses: { 200: { description: "The changed event", schema: eventResponseSchema } },
      async handler({ params, viewer, query: { following }, body, sent, ifMatch }) {
        // Parsing fills in fields that were not sent. They must keep their stored values.
        const change: Partial<EventInput> = Object.fromEntries(
          Object.entries(body).filter(([name]) => sent.has(name)),
        );
        const update = following ? updateFollowing : updateEvent;
        const { id } = await update(viewer, requireEventId(params.id), change, ifMatch);
        return { status: 200, ...(await respondWithEvent(viewer, id)) };
      },
    }),

    DELETE: call({
      operationId: "deleteEvent",
      summary: "Delete an event (its organizers and administrators)",
      auth: "user",
      counts: "eventChange",
      errors: [412],
      responses: { 200: { description: "It is deleted", schema: eventDeletedSchema } },
      async handler({ params, viewer, ifMatch }) {
        await deleteEvent(viewer, requireEventId(params.id), { versions: ifMatch });
        return { status: 200, body: { success: true } };
      },
    }),
  },

  "/api/events/{id}/repeat": {
    POST: call({
      operationId: "repeatEvent",
      summary: "Repeat an event weekly or monthly, as separate events (its organizers and administrators)",
      description:
        "The new ones have its texts, limit, picture and organizers, at the same local time. Monthly from the 31st means a shorter month's last day. A series has at most twelve repetitions. 409 where others of its series follow the event.",
      auth: "user",
      counts: "event",
      body: repetitionSchema,
      errors: [409],
      responses: { 201: { description: "The new events", schema: z.array(eventDataSchema) } },
      handler: async ({ params, viewer, body, callKey }) =>
        respondWithRepetitions(viewer, await repeatEvent(viewer, requireEventId(params.id), body, callKey)),
      repeat: async ({ id, params, viewer }) =>
        respondWithRepetitions(viewer, await selectRepetitions(viewer, requireEventId(params.id), id)),
    }),
  },

  "/api/events/{id}/attendees": {
    GET: call({
      operationId: "listAttendees",
      summary: "List who is registered, and who came (organizers and administrators)",
      auth: "user",
      query: attendeeListSchema,
      responses: {
        200: {
          description: "Members by id; the Link header has the next page",
          schema: z.array(attendeeSchema),
        },
      },
      async handler({ params, viewer, query: { search, limit, cursor }, request }) {
        const event = await requireEditableEvent(viewer, requireEventId(params.id));
        const { id } = event;
        const rows = await selectAttendees(
          id,
          and(await isNamed(id, search), gt(eventRegistrations.userId, parseId(cursor) ?? 0)),
        )
          .orderBy(asc(eventRegistrations.userId))
          .limit(limit + 1);
        const { page, last } = cutPage(rows, limit);
        return {
          status: 200,
          body: page.map(toAttendee(event)),
          headers: nextLink(request, last?.id),
        };
      },
    }),
  },

  "/api/events/{id}/attendees/{userId}": {
    PUT: call({
      operationId: "checkInAttendee",
      summary: "Record whether a registered member came (organizers and administrators)",
      description: "Doing it again changes nothing. 404 for a member who is not registered.",
      auth: "user",
      counts: "checkIn",
      body: checkInSchema,
      responses: { 200: { description: "The attendee", schema: attendeeSchema } },
      async handler({ params, viewer, body: { checkedIn } }) {
        const [eventId, userId] = [requireEventId(params.id), toId(params.userId)];
        const event = await checkIn(viewer, eventId, userId, checkedIn);
        const [attendee] = await selectAttendees(eventId, eq(eventRegistrations.userId, userId));
        if (!attendee) throw new HttpError(404, eventTexts.notRegistered);
        return { status: 200, body: toAttendee(event)(attendee) };
      },
    }),
  },

  "/api/events/{id}/message": {
    POST: call({
      operationId: "messageRegistered",
      summary: "Send a message to everyone who is registered (organizers and administrators)",
      description:
        "They read it in their notices, on the event's page and, as they chose, by mail. Two for each event: a third is 409, and so is one for an event without registrations. The same text again is the same message.",
      auth: "user",
      counts: "eventChange",
      body: eventMessageSchema,
      errors: [409],
      responses: { 201: { description: "The message", schema: eventMessageResponseSchema } },
      async handler({ params, viewer, body: { text }, callKey }) {
        const id = requireEventId(params.id);
        return respondWithMessage(id, await messageRegistered(viewer, id, text, callKey));
      },
      async repeat({ id, params }) {
        const eventId = requireEventId(params.id);
        const message = (await selectEventMessages(eventId)).find((each) => each.id === id);
        if (!message) throw new HttpError(404, eventTexts.gone);
        return respondWithMessage(eventId, message);
      },
    }),
  },

  "/api/events/{id}/organizers/{userId}": {
    PUT: call({
      operationId: "addOrganizer",
      summary: "Ask a member to organize an event too; with your own id, accept",
      description:
        "At most five besides the organizer; they have the organizer's rights once they accept. Doing it again changes nothing.",
      auth: "user",
      counts: "eventChange",
      errors: [422],
      responses: { 200: { description: "The event", schema: eventResponseSchema } },
      async handler({ params, viewer }) {
        const { id } = await addOrganizer(viewer, requireEventId(params.id), toId(params.userId));
        return { status: 200, ...(await respondWithEvent(viewer, id)) };
      },
    }),

    DELETE: call({
      operationId: "removeOrganizer",
      summary: "Remove a co-organizer, or leave, or decline with your own id",
      description: "Doing it again changes nothing.",
      auth: "user",
      counts: "eventChange",
      errors: [422],
      responses: { 200: { description: "The event", schema: eventResponseSchema } },
      async handler({ params, viewer }) {
        const { id } = await removeOrganizer(viewer, requireEventId(params.id), toId(params.userId));
        return { status: 200, ...(await respondWithEvent(viewer, id)) };
      },
    }),
  },

  "/api/events/{id}/restore": restoreCall("event", eventDataSchema, async (id, viewer) => {
    const event = await requireEventData(viewer, id);
    return { version: event.version, body: serializeEvent(event) };
  }),

  "/api/events/{id}/register": {
    POST: call({
      operationId: "registerForEvent",
      summary: "Register for an event; 409 when it is full or over",
      description:
        "Doing it again changes nothing. There are never more registrations than the limit. A missing answer to a required question of the event, or a wrong one, is 422 at `answers.{id}`.",
      auth: "user",
      counts: "participation",
      body: registrationSchema,
      errors: [409],
      responses: { 200: { description: "The event", schema: eventResponseSchema } },
      async handler({ params, viewer, body: { answers } }) {
        const { id } = await register(viewer, requireEventId(params.id), answers);
        return { status: 200, ...(await respondWithEvent(viewer, id)) };
      },
    }),
  },

  "/api/events/{id}/answers": {
    PUT: call({
      operationId: "changeAnswers",
      summary: "Change your answers to the questions of an event",
      description:
        "All of them are sent: those left out are deleted. 409 if you are not registered, or once it begins.",
      auth: "user",
      counts: "participation",
      body: eventAnswersSchema,
      errors: [409],
      responses: { 200: { description: "The event", schema: eventResponseSchema } },
      async handler({ params, viewer, body: { answers } }) {
        const { id } = await changeAnswers(viewer, requireEventId(params.id), answers);
        return { status: 200, ...(await respondWithEvent(viewer, id)) };
      },
    }),
  },

  "/api/events/{id}/unregister": {
    POST: call({
      operationId: "unregisterFromEvent",
      summary: "Cancel a registration; the seat goes to the first member on the waiting list",
      description: "Doing it again changes nothing. 409 once the event has begun.",
      auth: "user",
      counts: "participation",
      errors: [409],
      responses: { 200: { description: "The event", schema: eventResponseSchema } },
      async handler({ params, viewer }) {
        const { id } = await unregister(viewer, requireEventId(params.id));
        return { status: 200, ...(await respondWithEvent(viewer, id)) };
      },
    }),
  },

  "/api/events/{id}/waiting": {
    POST: call({
      operationId: "joinWaitingList",
      summary: "Join the waiting list of a full event",
      description:
        "`waiting` is your place. A seat that becomes free goes to the first in line. 409 while there are seats left.",
      auth: "user",
      counts: "participation",
      errors: [409],
      responses: waitingResponses,
      async handler({ params, viewer }) {
        const { id } = await joinWaitingList(viewer, requireEventId(params.id));
        return { status: 200, ...(await respondWithEvent(viewer, id)) };
      },
    }),

    DELETE: call({
      operationId: "leaveWaitingList",
      summary: "Leave the waiting list of an event",
      description: "Doing it again changes nothing.",
      auth: "user",
      counts: "participation",
      responses: waitingResponses,
      async handler({ params, viewer }) {
        const { id } = await leaveWaitingList(viewer, requireEventId(params.id));
        return { status: 200, ...(await respondWithEvent(viewer, id)) };
      },
    }),
  },

  "/api/events/{id}/thanks": thanksCalls("event"),
};
