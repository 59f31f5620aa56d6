import { unregister } from "../../events/participation.server.ts";
import { eventResponseSchema } from "../../schemas/event.ts";
import { call, endpoint } from "./endpoint.server.ts";
import { requireEventId, respondWithEvent } from "./event.server.ts";

const route = endpoint("/api/events/{id}/unregister", {
  POST: call({
    operationId: "unregisterFromEvent",
    summary: "Take a registration back; the seat goes to the first in the waiting list",
    description: "Doing it again changes nothing. 409 once the event has begun.",
    auth: "user",
    act: "participation",
    errors: [409],
    responses: { 200: { description: "The event", schema: eventResponseSchema } },
    async handler({ params, viewer }) {
      const { id } = await unregister(viewer, requireEventId(params.id));
      return { status: 200, ...(await respondWithEvent(viewer, id)) };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
