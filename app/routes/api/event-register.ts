import { register } from "../../events/participation.server.ts";
import { eventResponseSchema } from "../../schemas/event.ts";
import { call, endpoint } from "./endpoint.server.ts";
import { requireEventId, respondWithEvent } from "./event.server.ts";

const route = endpoint("/api/events/{id}/register", {
  POST: call({
    operationId: "registerForEvent",
    summary: "Register for an event; 409 when it is full or over",
    description: "Doing it again changes nothing. There are never more registrations than the limit.",
    auth: "user",
    act: "participation",
    errors: [409],
    responses: { 200: { description: "The event", schema: eventResponseSchema } },
    async handler({ params, viewer }) {
      const { id } = await register(viewer, requireEventId(params.id));
      return { status: 200, ...(await respondWithEvent(viewer, id)) };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
