import { z } from "zod";
import { registerAccount } from "../../auth/credentials.server.ts";
import { createSession } from "../../auth/session.server.ts";
import { registerSchema } from "../../schemas/user.ts";
import { call, endpoint } from "./endpoint.server.ts";
import { sessionResponseSchema } from "./session.server.ts";
import { getOwnUser } from "./user.server.ts";

const route = endpoint("/api/users/register", {
  POST: call({
    summary: "Register and get a token",
    auth: "anyone",
    body: registerSchema,
    responses: {
      201: { description: "Account created", schema: sessionResponseSchema },
      202: {
        description: "Account created, but not active until it is confirmed or approved",
        schema: z.object({ token: z.null(), user: z.null(), message: z.string() }),
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
