import { requireGuest } from "#app/platform/auth/guards.server.ts";
import type { Route } from "./+types/google-callback.ts";
import { logIn } from "./authenticator.server.ts";

/** Google sends visitors here: members are logged in, new ones go to the page that completes their account. */
export async function loader(args: Route.LoaderArgs) {
  await requireGuest(args);
  throw await logIn(args, "google");
}
