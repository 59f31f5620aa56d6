import { userResponseSchema } from "../../schemas/user.ts";
import { call, endpoint } from "./endpoint.server.ts";
import { getOwnVersion } from "./user.server.ts";

const route = endpoint("/api/users/me", {
  GET: call({
    operationId: "getOwnUser",
    summary: "Get your own user",
    auth: "user",
    responses: { 200: { description: "The user", schema: userResponseSchema } },
    handler: async ({ viewer }) => ({ status: 200, ...(await getOwnVersion(viewer.id)) }),
  }),
});
export const loader = route.loader;
export const action = route.action;
