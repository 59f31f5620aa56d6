import { data } from "react-router";
import { getRequestContext } from "../../http/request-context.server.ts";
import type { Route } from "./+types/not-found.ts";

/** Where nothing else answers, and where requests end that were refused before any route saw them. */
export const handle = { noJs: true };

export function loader({ context }: Route.LoaderArgs) {
  const { rejection } = getRequestContext(context);
  throw data(rejection?.message ?? null, { status: rejection?.status ?? 404 });
}

export { loader as action };

export default function Unknown() {
  return null;
}
