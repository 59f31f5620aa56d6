import { joinWaitingList, leaveWaitingList } from "../../events/participation.server.ts";
import { eventResponseSchema } from "../../schemas/event.ts";
import { call, endpoint } from "./endpoint.server.ts";
import { requireEventId, respondWithEvent } from "./event.server.ts";

const responses = { 200: { description: "The event", schema: eventResponseSchema } } as const;

const route = endpoint("/api/events/{id}/waiting", {
  POST: call({
    summary: "Join the waiting list of a full event",
    auth: "user",
    act: "participation",
    responses,
    async handler({ params, viewer }) {
      const { id } = await joinWaitingList(viewer, requireEventId(params.id));
      return { status: 200, body: await respondWithEvent(viewer, id) };
    },
  }),

  DELETE: call({
    summary: "Leave the waiting list of an event",
    auth: "user",
    act: "participation",
    responses,
    async handler({ params, viewer }) {
      const { id } = await leaveWaitingList(viewer, requireEventId(params.id));
      return { status: 200, body: await respondWithEvent(viewer, id) };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
