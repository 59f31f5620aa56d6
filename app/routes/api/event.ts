import { z } from "zod";
import { deleteEvent, updateEvent } from "../../events/organizing.server.ts";
import { type EventInput, eventChangeSchema, eventResponseSchema } from "../../schemas/event.ts";
import { call, endpoint } from "./endpoint.server.ts";
import { requireEventId, respondWithEvent } from "./event.server.ts";

const route = endpoint("/api/events/{id}", {
  GET: call({
    summary: "Get an event",
    auth: "anyone",
    responses: { 200: { description: "The event", schema: eventResponseSchema } },
    handler: async ({ params, viewer }) => ({
      status: 200,
      body: await respondWithEvent(viewer, requireEventId(params.id)),
    }),
  }),

  PUT: call({
    summary: "Change fields of an event (its organizer and administrators)",
    auth: "user",
    act: "eventChange",
    body: eventChangeSchema,
    responses: { 200: { description: "The changed event", schema: eventResponseSchema } },
    async handler({ params, viewer, body, sent }) {
      // A field that was not sent keeps its value; parsing gave it one all the same.
      const change: Partial<EventInput> = Object.fromEntries(
        Object.entries(body).filter(([name]) => sent.has(name)),
      );
      const { id } = await updateEvent(viewer, requireEventId(params.id), change);
      return { status: 200, body: await respondWithEvent(viewer, id) };
    },
  }),

  DELETE: call({
    summary: "Delete an event (its organizer and administrators)",
    auth: "user",
    act: "eventChange",
    responses: { 200: { description: "It is deleted", schema: z.object({ success: z.boolean() }) } },
    async handler({ params, viewer }) {
      await deleteEvent(viewer, requireEventId(params.id));
      return { status: 200, body: { success: true } };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
