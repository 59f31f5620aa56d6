import { api, call, json } from "../../http/api.server.ts";
import { logIn } from "../../http/auth.server.ts";
import { createSession } from "../../http/session.server.ts";
import { loginSchema } from "../../schemas/user.ts";
import { refusalProblem, sessionOut } from "./session.server.ts";
import { readOwnUser } from "./user.server.ts";

const route = api("/api/users/login", {
  POST: call({
    summary: "Log in and receive a token",
    who: "anyone",
    body: loginSchema,
    answers: { 200: { description: "Logged in; no cookie is set", schema: sessionOut } },
    async run({ body, visit, request }) {
      try {
        const proven = await logIn(body, visit, request);
        visit.cookies = [];
        return json({ token: await createSession(proven, "token"), user: await readOwnUser(proven.userId) });
      } catch (error) {
        return refusalProblem(error);
      }
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
