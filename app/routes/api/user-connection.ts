import { changeConnection } from "../../people/connections.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { connectionStateSchema } from "../../schemas/user.ts";
import { call, endpoint } from "./endpoint.server.ts";

const responses = { 200: { description: "What there is now", schema: connectionStateSchema } } as const;

const route = endpoint("/api/users/{id}/connection", {
  PUT: call({
    operationId: "connectWithUser",
    summary: "Ask a member to connect, or accept what they asked",
    description: "Doing it again changes nothing. Oneself is 422, and a member who blocks you 403.",
    auth: "user",
    act: "connection",
    errors: [409, 422],
    responses,
    handler: async ({ params, viewer }) => ({
      status: 200,
      body: (await changeConnection(viewer, parseId(params.id), "ask")).state,
    }),
  }),

  DELETE: call({
    operationId: "endConnection",
    summary: "Withdraw or decline a request, or remove a connection",
    description: "Doing it again changes nothing.",
    auth: "user",
    act: "connection",
    errors: [409, 422],
    responses,
    handler: async ({ params, viewer }) => ({
      status: 200,
      body: (await changeConnection(viewer, parseId(params.id), "end")).state,
    }),
  }),
});
export const loader = route.loader;
export const action = route.action;
