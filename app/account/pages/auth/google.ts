import { redirect } from "react-router";
import { requireGuest } from "#app/platform/auth/guards.server.ts";
import { findInitiator, getRequestContext } from "#app/platform/http/request-context.server.ts";
import { safeRedirect } from "#app/platform/http/safe-redirect.server.ts";
import type { Route } from "./+types/google.ts";
import { setGoogleCookie } from "./google-cookie.server.ts";
import { startGoogleFlow } from "./google-flow.server.ts";
import { createGoogleRefusal } from "./google-refusal.server.ts";

/** Redirects to Google, which may log a visitor in without asking, so other sites must not be able to start it. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  await requireGuest({ request, context });
  const requestContext = getRequestContext(context);
  const redirectTo = safeRedirect(url.searchParams.get("redirectTo"));
  if (findInitiator(request, requestContext) === "other-site") {
    throw redirect(`/login?redirectTo=${encodeURIComponent(redirectTo)}`, 303);
  }
  const { url: googleUrl, flow } = await startGoogleFlow(
    requestContext,
    redirectTo,
    createGoogleRefusal(requestContext, redirectTo),
  );
  await setGoogleCookie(requestContext, "flow", flow);
  throw redirect(googleUrl.href, 303);
}
