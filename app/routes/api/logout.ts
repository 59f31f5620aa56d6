import { api, call } from "../../http/api.server.ts";
import { dropCookie, endSession } from "../../http/session.server.ts";

const route = api("/api/users/logout", {
  POST: call({
    summary: "End this session; its token is dead at once",
    who: "user",
    answers: { 204: { description: "Logged out" } },
    async run({ session, visit }) {
      await endSession(session.tokenHash);
      if (session.kind === "browser") dropCookie(visit);
      return new Response(null, { status: 204 });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
