import { joinWaitingList, leaveWaitingList } from "../../events/participation.server.ts";
import { eventResponseSchema } from "../../schemas/event.ts";
import { call, endpoint } from "./endpoint.server.ts";
import { requireEventId, respondWithEvent } from "./event.server.ts";

const responses = { 200: { description: "The event", schema: eventResponseSchema } } as const;

const route = endpoint("/api/events/{id}/waiting", {
  POST: call({
    operationId: "joinWaitingList",
    summary: "Join the waiting list of a full event",
    description:
      "`waiting` is your place. A seat that comes free goes to the first in line. 409 while there are seats left.",
    auth: "user",
    act: "participation",
    errors: [409],
    responses,
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
    act: "participation",
    responses,
    async handler({ params, viewer }) {
      const { id } = await leaveWaitingList(viewer, requireEventId(params.id));
      return { status: 200, ...(await respondWithEvent(viewer, id)) };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
