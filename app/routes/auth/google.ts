import { redirect } from "react-router";
import { requireGuest } from "../../auth/session.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { safeRedirect } from "../../http/safe-redirect.server.ts";
import type { Route } from "./+types/google.ts";
import { setGoogleCookie } from "./google-cookie.server.ts";
import { GoogleRefusal, loginNoticePath, startGoogleFlow } from "./google-flow.server.ts";

/** Sends a visitor to Google. Where that is not set up, the log-in page says so. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  await requireGuest({ request, context });
  const requestContext = getRequestContext(context);
  const redirectTo = safeRedirect(url.searchParams.get("redirectTo"));
  try {
    const { url: there, journey } = await startGoogleFlow(
      `${requestContext.origin}/auth/google/callback`,
      redirectTo,
    );
    setGoogleCookie(requestContext, "journey", journey);
    return redirect(there.href, 303);
  } catch (error) {
    if (!(error instanceof GoogleRefusal)) throw error;
    return redirect(loginNoticePath(error, redirectTo), 303);
  }
}
