import { redirect } from "react-router";
import { getViewer } from "#app/platform/auth/guards.server.ts";
import { queryOrNull } from "#app/platform/http/request-log.server.ts";
import type { Route } from "./+types/welcome.ts";
import { loadLanding } from "./landing.server.ts";
import Landing from "./landing.tsx";

/** The guests' home page, expanded below a member's. */
export async function loader({ request, context }: Route.LoaderArgs) {
  if (!(await getViewer({ request, context }))) throw redirect("/");
  return { landing: await queryOrNull(context, loadLanding) };
}

export default function Welcome({ loaderData: { landing } }: Route.ComponentProps) {
  return <Landing landing={landing} isMember />;
}
