import { deleteEvent, updateEvent } from "../../events/organizing.server.ts";
import {
  type EventInput,
  eventChangeSchema,
  eventDeletedSchema,
  eventResponseSchema,
} from "../../schemas/event.ts";
import { call, endpoint } from "./endpoint.server.ts";
import { requireEventId, respondWithEvent } from "./event.server.ts";

const route = endpoint("/api/events/{id}", {
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
    summary: "Change fields of an event (its organizer and administrators)",
    description:
      "Fields that are not sent keep their values. A limit below the number of registrations removes nobody.",
    auth: "user",
    act: "eventChange",
    body: eventChangeSchema,
    errors: [412],
    responses: { 200: { description: "The changed event", schema: eventResponseSchema } },
    async handler({ params, viewer, body, sent, ifMatch }) {
      // A field that was not sent keeps its value; parsing gave it one all the same.
      const change: Partial<EventInput> = Object.fromEntries(
        Object.entries(body).filter(([name]) => sent.has(name)),
      );
      const { id } = await updateEvent(viewer, requireEventId(params.id), change, ifMatch);
      return { status: 200, ...(await respondWithEvent(viewer, id)) };
    },
  }),

  DELETE: call({
    operationId: "deleteEvent",
    summary: "Delete an event (its organizer and administrators)",
    auth: "user",
    act: "eventChange",
    errors: [412],
    responses: { 200: { description: "It is deleted", schema: eventDeletedSchema } },
    async handler({ params, viewer, ifMatch }) {
      await deleteEvent(viewer, requireEventId(params.id), { versions: ifMatch });
      return { status: 200, body: { success: true } };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
