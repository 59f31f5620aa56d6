import { redirect } from "react-router";
import { addressKey, Limit } from "../../http/limit.server.ts";
import { log } from "../../http/log.server.ts";
import { logInBrowser, requireGuest } from "../../http/session.server.ts";
import { visitOf } from "../../http/visit.server.ts";
import type { Route } from "./+types/google-callback.ts";
import { GoogleRefusal, GoogleStrategy, refusedTo } from "./google.server.ts";
import { findOrLink } from "./google-account.server.ts";
import { keep, takeBack } from "./google-cookie.server.ts";

/** Each one asks Google. A hostel shares one address. */
const perAddress = new Limit(200, 15 * 60);

/** Where Google sends a visitor back to: logs them in, or leads a new one to the page that completes the account. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireGuest({ request, context });
  const visit = visitOf(context);
  const journey = takeBack(visit, request, "journey");
  try {
    if ((await perAddress.take(addressKey(visit.address))) > 0) throw new GoogleRefusal("busy");
    if (!journey) throw new GoogleRefusal("failed");
    const strategy = new GoogleStrategy(
      journey,
      `${visit.origin}/auth/google/callback`,
      async (identity) => ({
        identity,
        userId: await findOrLink(identity),
      }),
    );
    const { identity, userId } = await strategy.authenticate(request);
    const { redirectTo } = journey;
    if (userId === null) {
      keep(visit, "identity", { ...identity, redirectTo });
      return redirect("/auth/google/complete", 303);
    }
    await logInBrowser(visit, request, userId);
    return redirect(redirectTo, 303);
  } catch (error) {
    if (!(error instanceof GoogleRefusal)) throw error;
    // What exactly did not fit is for the log: it never holds a code or a token.
    const { message, code } = (error.cause ?? {}) as { message?: string; code?: string };
    log.info({ requestId: visit.id, notice: error.notice, reason: message, code }, "google sign-in refused");
    return redirect(refusedTo(error, journey?.redirectTo), 303);
  }
}
