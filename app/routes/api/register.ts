import { z } from "zod";
import { registerAccount } from "../../auth/credentials.server.ts";
import { createSession } from "../../auth/session.server.ts";
import { registerSchema } from "../../schemas/user.ts";
import { call, endpoint } from "./endpoint.server.ts";
import { sessionResponseSchema } from "./session.server.ts";
import { getOwnUser } from "./user.server.ts";

const route = endpoint("/api/users/register", {
  POST: call({
    summary: "Make an account",
    auth: "anyone",
    body: registerSchema,
    responses: {
      201: { description: "The account is active", schema: sessionResponseSchema },
      202: {
        description: "The account waits to be confirmed or admitted",
        schema: z.object({ token: z.null(), user: z.null(), message: z.string() }),
      },
    },
    async handler({ body, requestContext }) {
      const { userId, waits } = await registerAccount(body, requestContext);
      if (waits) return { status: 202, body: { token: null, user: null, message: waits } };
      const token = await createSession(userId, "token");
      return { status: 201, body: { token, user: await getOwnUser(userId) } };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
