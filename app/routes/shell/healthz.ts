import { db, users } from "#db/index.ts";
import { getViewer } from "../../auth/session.server.ts";
import { nodes } from "../../nodes.server.ts";
import { readVersion } from "../../version.server.ts";
import type { Route } from "./+types/healthz.ts";
import { hasMetricsToken } from "./metrics-token.server.ts";

/** The health check: 200 while the database works, else 503. It says whether NATS does. Administrators and Prometheus also read the version. */
export async function loader({ request, context }: Route.LoaderArgs) {
  try {
    await db.select({ id: users.id }).from(users).limit(1);
    const mayKnow = hasMetricsToken(request) || (await getViewer({ request, context }))?.isAdmin;
    const health = { status: "ok", ...(nodes.state && { nats: nodes.state }), ...(mayKnow && readVersion()) };
    return Response.json(health, { headers: { "Cache-Control": "no-store" } });
  } catch {
    return Response.json(
      { status: "unavailable" },
      { status: 503, headers: { "Cache-Control": "no-store", "Retry-After": "5" } },
    );
  }
}
