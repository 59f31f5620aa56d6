import { registerAccount } from "../../auth/credentials.server.ts";
import { createSession } from "../../auth/session.server.ts";
import { registerSchema } from "../../schemas/user.ts";
import { call, endpoint } from "./endpoint.server.ts";
import { pendingResponseSchema, sessionResponseSchema } from "./session.server.ts";
import { getOwnUser } from "./user.server.ts";

const route = endpoint("/api/users/register", {
  POST: call({
    operationId: "registerUser",
    summary: "Register and get a token",
    auth: "anyone",
    body: registerSchema,
    errors: [409, 429],
    responses: {
      201: { description: "Account created", schema: sessionResponseSchema },
      202: {
        description: "Account created, but not active until it is confirmed or approved",
        schema: pendingResponseSchema,
      },
    },
    async handler({ body, requestContext, request }) {
      const { userId, pendingReason } = await registerAccount(body, requestContext);
      if (pendingReason) return { status: 202, body: { token: null, user: null, message: pendingReason } };
      const token = await createSession(userId, "token", request);
      return { status: 201, body: { token, user: await getOwnUser(userId) } };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
