import { endSession, forgetBrowser } from "../../auth/session.server.ts";
import { call, endpoint } from "./endpoint.server.ts";

const route = endpoint("/api/users/logout", {
  POST: call({
    operationId: "logOut",
    summary: "Log out; the token stops working at once",
    description: "The open sockets of the session are closed.",
    auth: "user",
    responses: { 204: { description: "Logged out" } },
    async handler({ session, requestContext }) {
      await endSession(session.tokenHash);
      if (session.kind === "browser") forgetBrowser(requestContext);
      return { status: 204 };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
