import { verifyCredentials } from "../../auth/credentials.server.ts";
import { createSession } from "../../auth/session.server.ts";
import { loginSchema } from "../../schemas/user.ts";
import { call, endpoint, json } from "./endpoint.server.ts";
import { sessionResponseSchema, toProblem } from "./session.server.ts";
import { getOwnUser } from "./user.server.ts";

const route = endpoint("/api/users/login", {
  POST: call({
    summary: "Log in and receive a token",
    auth: "anyone",
    body: loginSchema,
    responses: { 200: { description: "Logged in; no cookie is set", schema: sessionResponseSchema } },
    async handler({ body, requestContext, request }) {
      try {
        const proven = await verifyCredentials(body, requestContext, request);
        requestContext.cookies = [];
        return json({ token: await createSession(proven, "token"), user: await getOwnUser(proven.userId) });
      } catch (error) {
        return toProblem(error);
      }
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
