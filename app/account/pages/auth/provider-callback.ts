import { requireGuest } from "#app/platform/auth/guards.server.ts";
import type { Route } from "./+types/provider-callback.ts";
import { logIn } from "./authenticator.server.ts";
import { requireProvider } from "./providers.server.ts";

/**
 * The provider redirects visitors here. Members are logged in. New visitors continue to the page that completes their
 * account.
 */
export async function loader(args: Route.LoaderArgs) {
  const { id } = requireProvider(args.params.provider);
  await requireGuest(args);
  throw await logIn(args, id);
}
