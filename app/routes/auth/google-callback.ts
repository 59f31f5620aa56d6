import { redirect } from "react-router";
import { requireGuest, startBrowserSession } from "../../auth/session.server.ts";
import { addressKey, RateLimit } from "../../http/rate-limit.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { log } from "../../log.server.ts";
import type { Route } from "./+types/google-callback.ts";
import { findOrLinkAccount } from "./google-account.server.ts";
import { setGoogleCookie, takeGoogleCookie } from "./google-cookie.server.ts";
import { GoogleRefusal, GoogleStrategy, loginNoticePath } from "./google-flow.server.ts";

/** Each one asks Google. A hostel shares one address. */
const perAddress = new RateLimit(200, 15 * 60);

/** Where Google sends a visitor back to: logs them in, or leads a new one to the page that completes the account. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireGuest({ request, context });
  const requestContext = getRequestContext(context);
  const journey = takeGoogleCookie(requestContext, request, "journey");
  try {
    if ((await perAddress.consume(addressKey(requestContext.address))) > 0) throw new GoogleRefusal("busy");
    if (!journey) throw new GoogleRefusal("failed");
    const strategy = new GoogleStrategy(
      journey,
      `${requestContext.origin}/auth/google/callback`,
      async (identity) => ({
        identity,
        userId: await findOrLinkAccount(identity),
      }),
    );
    const { identity, userId } = await strategy.authenticate(request);
    const { redirectTo } = journey;
    if (userId === null) {
      setGoogleCookie(requestContext, "identity", { ...identity, redirectTo });
      return redirect("/auth/google/complete", 303);
    }
    await startBrowserSession(requestContext, request, userId);
    return redirect(redirectTo, 303);
  } catch (error) {
    if (!(error instanceof GoogleRefusal)) throw error;
    // What exactly did not fit is for the log: it never holds a code or a token.
    const { message, code } = (error.cause ?? {}) as { message?: string; code?: string };
    log.info(
      { requestId: requestContext.id, notice: error.notice, reason: message, code },
      "google sign-in refused",
    );
    return redirect(loginNoticePath(error, journey?.redirectTo), 303);
  }
}
