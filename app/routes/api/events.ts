import { db } from "#db/index.ts";
import { pastEvents, upcomingEvents } from "#db/scopes/events.ts";
import { cutPage, type Position, readPosition } from "#db/scopes/pages.ts";
import type { EventRow } from "../../events/events.server.ts";
import { createEvent } from "../../events/organizing.server.ts";
import {
  eventListResponseSchema,
  eventListSchema,
  eventResponseSchema,
  eventSchema,
} from "../../schemas/event.ts";
import { call, endpoint, nextLink } from "./endpoint.server.ts";
import { findEventData, selectEventData, serializeEvent } from "./event.server.ts";

/**
 * Where a list continues: in which half, after which event, and which moment divides the halves, so that an event that
 * begins between two pages is neither lost nor repeated.
 */
interface Cursor {
  half: "upcoming" | "past";
  dividedAt: number;
  after: Position;
}

function readCursor(text: string | undefined): Cursor | null {
  const [, half, dividedAt, position = ""] = /^([up])-(\d{1,15})-(.+)$/.exec(text ?? "") ?? [];
  const after = readPosition(position);
  return after ? { half: half === "u" ? "upcoming" : "past", dividedAt: Number(dividedAt), after } : null;
}

const writeCursor = ({ startsAt, id }: EventRow, dividedAt: number) =>
  `${startsAt >= dividedAt ? "u" : "p"}-${dividedAt}-${startsAt}-${id}`;

const respondWithNewEvent = (event: EventRow & { registeredIds: string }) => ({
  status: 201 as const,
  version: event.version,
  body: { success: true as const, data: serializeEvent(event) },
  headers: { Location: `/api/events/${event.id}` },
});

const route = endpoint("/api/events", {
  GET: call({
    operationId: "listEvents",
    summary: "List events: upcoming ones, soonest first, then past ones, latest first",
    auth: "anyone",
    query: eventListSchema,
    responses: {
      200: { description: "Events; the Link header has the next page", schema: eventListResponseSchema },
    },
    async handler({ query: { when, limit, cursor: cursorText }, viewer, request }) {
      const cursor = readCursor(cursorText);
      const now = cursor?.dividedAt ?? Date.now();
      const after = (half: Cursor["half"]) => (cursor?.half === half ? cursor.after : undefined);
      const maxUpcoming = when === "past" || cursor?.half === "past" ? 0 : limit + 1;
      const upcoming = upcomingEvents(now, after("upcoming"));
      const past = pastEvents(now, after("past"));
      const [soon, over] = await db.batch([
        selectEventData(viewer)
          .where(upcoming.where)
          .orderBy(...upcoming.orderBy)
          .limit(maxUpcoming),
        selectEventData(viewer)
          .where(past.where)
          .orderBy(...past.orderBy)
          .limit(when === "upcoming" ? 0 : limit + 1),
      ]);
      const { page, last } = cutPage([...soon, ...over], limit);
      return {
        status: 200,
        body: { success: true, data: page.map(serializeEvent) },
        headers: nextLink(request, last && writeCursor(last, now)),
      };
    },
  }),

  POST: call({
    operationId: "createEvent",
    summary: "Announce an event; its organizer is the caller",
    description:
      "Past events may be created. `imageUrl` is an address that `POST /api/uploads` returned to you.",
    auth: "user",
    act: "event",
    body: eventSchema,
    responses: { 201: { description: "The event", schema: eventResponseSchema } },
    async handler({ body, viewer, callKey }) {
      const event = await createEvent(viewer, body, callKey);
      return respondWithNewEvent({ ...event, registeredIds: "[]" });
    },
    repeat: async ({ id, viewer }) => respondWithNewEvent(await findEventData(viewer, id)),
  }),
});
export const loader = route.loader;
export const action = route.action;
