import { changeConnection } from "../../people/connections.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { connectionStateSchema } from "../../schemas/user.ts";
import { call, endpoint } from "./endpoint.server.ts";

const responses = { 200: { description: "What there is now", schema: connectionStateSchema } } as const;

const route = endpoint("/api/users/{id}/connection", {
  PUT: call({
    summary: "Ask a member to connect, or accept what they asked",
    auth: "user",
    act: "connection",
    responses,
    handler: async ({ params, viewer }) => ({
      status: 200,
      body: await changeConnection(viewer, parseId(params.id), "ask"),
    }),
  }),

  DELETE: call({
    summary: "Withdraw or decline a request, or remove a connection",
    auth: "user",
    act: "connection",
    responses,
    handler: async ({ params, viewer }) => ({
      status: 200,
      body: await changeConnection(viewer, parseId(params.id), "end"),
    }),
  }),
});
export const loader = route.loader;
export const action = route.action;
