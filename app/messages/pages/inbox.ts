import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import type { Route } from "./+types/inbox.ts";
import { loadInbox } from "./read-conversations.server.ts";

/** The first page of the inbox, fetched by a messages page that reconnects. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer({ request, context, url });
  const { conversations } = await loadInbox(viewer.id);
  return Response.json(conversations, { headers: { "Cache-Control": "no-store" } });
}

export function action() {
  throw new HttpError(405);
}
