import { redirect } from "react-router";
import { ownPath, requireGuest } from "../../http/session.server.ts";
import { visitOf } from "../../http/visit.server.ts";
import type { Route } from "./+types/google.ts";
import { GoogleRefusal, refusedTo, startJourney } from "./google.server.ts";
import { keep } from "./google-cookie.server.ts";

/** Sends a visitor to Google. Where that is not set up, the log-in page says so. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  await requireGuest({ request, context });
  const visit = visitOf(context);
  const redirectTo = ownPath(url.searchParams.get("redirectTo"));
  try {
    const { url: there, journey } = await startJourney(`${visit.origin}/auth/google/callback`, redirectTo);
    keep(visit, "journey", journey);
    return redirect(there.href, 303);
  } catch (error) {
    if (!(error instanceof GoogleRefusal)) throw error;
    return redirect(refusedTo(error, redirectTo), 303);
  }
}
