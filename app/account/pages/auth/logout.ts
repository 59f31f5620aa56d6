import { redirect } from "react-router";
import { getSession } from "#app/platform/auth/guards.server.ts";
import { forgetBrowser } from "#app/platform/auth/session-cookies.server.ts";
import { endSession } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import type { Route } from "./+types/logout.ts";

/** Only a POST logs out, so that another site's link cannot. */
export function loader() {
  throw redirect("/", 303);
}

export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext(context);
  const session = await getSession(requestContext, request);
  if (session) await endSession(session.tokenHash);
  forgetBrowser(requestContext);
  throw await redirectWithFlash(context, "/login", { text: "You are logged out." });
}
