import { data } from "react-router";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import type { Route } from "./+types/not-found.ts";

/** For unknown addresses, and requests that were rejected before routing. */
export const handle = { scripts: "none" };

export function loader({ context }: Route.LoaderArgs) {
  const { rejection } = getRequestContext(context);
  throw data(rejection?.message ?? null, { status: rejection?.status ?? 404 });
}

export { loader as action };

export default function Unknown() {
  return null;
}
