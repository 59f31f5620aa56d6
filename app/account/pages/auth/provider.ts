import { redirect } from "react-router";
import { requireGuest } from "#app/platform/auth/guards.server.ts";
import { findInitiator, getRequestContext } from "#app/platform/http/request-context.server.ts";
import { safeRedirect } from "#app/platform/http/safe-redirect.server.ts";
import type { Route } from "./+types/provider.ts";
import { setProviderCookie } from "./provider-cookie.server.ts";
import { startSignIn } from "./provider-flow.server.ts";
import { createRefusal } from "./provider-refusal.server.ts";
import { requireProvider } from "./providers.server.ts";

/** Redirects to the provider, which may log a visitor in without asking, so other sites must not be able to start it. */
export async function loader({ request, context, url, params }: Route.LoaderArgs) {
  const provider = requireProvider(params.provider);
  await requireGuest({ request, context });
  const requestContext = getRequestContext(context);
  const redirectTo = safeRedirect(url.searchParams.get("redirectTo"));
  if (findInitiator(request, requestContext) === "other-site") {
    throw redirect(`/login?redirectTo=${encodeURIComponent(redirectTo)}`, 303);
  }
  const refuse = createRefusal(provider, requestContext, redirectTo);
  const { url: providerUrl, flow } = await startSignIn(provider, requestContext, redirectTo, refuse);
  await setProviderCookie(requestContext, provider.id, "flow", flow);
  throw redirect(providerUrl.href, 303);
}
