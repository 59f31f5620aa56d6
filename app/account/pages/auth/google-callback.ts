import { requireGuest } from "#app/platform/auth/guards.server.ts";
import type { Route } from "./+types/google-callback.ts";
import { logIn } from "./authenticator.server.ts";

/**
 * Google redirects visitors here. Members are logged in. New visitors continue to the page that completes their
 * account.
 */
export async function loader(args: Route.LoaderArgs) {
  await requireGuest(args);
  throw await logIn(args, "google");
}
