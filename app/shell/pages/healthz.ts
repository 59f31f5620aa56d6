import { getViewer } from "#app/platform/auth/guards.server.ts";
import { nodes } from "#app/platform/cluster/nodes.server.ts";
import { readVersion } from "#app/platform/process/version.server.ts";
import { db, users } from "#db/index.ts";
import { areWritesRefused } from "#db/write.ts";
import type { Route } from "./+types/healthz.ts";
import { hasMetricsToken } from "./metrics-token.server.ts";

/**
 * The health check: 200 while the database can be read, else 503. Reports whether the last write was refused, whether
 * NATS works, and how far another server's clock differs. Administrators and Prometheus also get the version.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  try {
    await db.select({ id: users.id }).from(users).limit(1);
    const mayKnow = hasMetricsToken(request) || (await getViewer({ request, context }))?.isAdmin;
    const clockDifference = Math.round(nodes.clockDifferenceMs / 1_000);
    const health = {
      status: "ok",
      ...(areWritesRefused() && { writes: "refused" }),
      ...(nodes.state && { nats: nodes.state }),
      ...(clockDifference > 0 && { clockDifference: `${clockDifference} s` }),
      ...(mayKnow && readVersion()),
    };
    return Response.json(health, { headers: { "Cache-Control": "no-store" } });
  } catch {
    return Response.json(
      { status: "unavailable" },
      { status: 503, headers: { "Cache-Control": "no-store", "Retry-After": "5" } },
    );
  }
}
