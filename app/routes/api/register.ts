import { z } from "zod";
import { api, call, json } from "../../http/api.server.ts";
import { register } from "../../http/auth.server.ts";
import { createSession } from "../../http/session.server.ts";
import { registerSchema } from "../../schemas/user.ts";
import { refusalProblem, sessionOut } from "./session.server.ts";
import { readOwnUser } from "./user.server.ts";

const route = api("/api/users/register", {
  POST: call({
    summary: "Make an account",
    who: "anyone",
    body: registerSchema,
    answers: {
      201: { description: "The account is active", schema: sessionOut },
      202: {
        description: "The account waits to be confirmed or admitted",
        schema: z.object({ token: z.null(), user: z.null(), message: z.string() }),
      },
    },
    async run({ body, visit }) {
      try {
        const { userId, waits } = await register(body, visit);
        if (waits) return json({ token: null, user: null, message: waits }, 202);
        return json({ token: await createSession(userId, "token"), user: await readOwnUser(userId) }, 201);
      } catch (error) {
        return refusalProblem(error);
      }
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
