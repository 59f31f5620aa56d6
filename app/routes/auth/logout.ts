import { redirect } from "react-router";
import { dropCookie, endSession, sessionOf } from "../../http/session.server.ts";
import { visitOf } from "../../http/visit.server.ts";
import type { Route } from "./+types/logout.ts";

/** A log-out is posted: a link that someone else wrote must not log anybody out. */
export const loader = () => redirect("/", 303);

export async function action({ request, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  const session = await sessionOf(visit, request);
  if (session) await endSession(session.tokenHash);
  dropCookie(visit);
  return redirect("/login", 303);
}
