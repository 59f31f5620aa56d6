import { isNotNull, sql } from "drizzle-orm";
import { nodes } from "#app/platform/cluster/nodes.server.ts";
import { env } from "#app/platform/env.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { refuseWithPage } from "#app/platform/http/request.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { formatMetrics } from "#app/platform/process/metrics.server.ts";
import { hub } from "#app/platform/realtime/hub.server.ts";
import { findLastBackups } from "#app/platform/store/schedule.server.ts";
import { measureStorage } from "#app/platform/store/size.server.ts";
import { db, mails } from "#db/index.ts";
import { countRefusedWrites } from "#db/write.ts";
import type { Route } from "./+types/metrics.ts";
import { hasMetricsToken } from "./metrics-token.server.ts";

/** Counting stops here: docs/decisions/0006-counting-stops.md. */
const maxCount = 10_000;

export async function loader({ request, context }: Route.LoaderArgs) {
  if (!env.METRICS_TOKEN) return refuseWithPage(getRequestContext(context), new HttpError(404));
  if (!hasMetricsToken(request)) {
    const headers = { "WWW-Authenticate": "Bearer", "Cache-Control": "no-store" };
    return new Response("The token is missing or wrong.\n", { status: 401, headers });
  }
  const queued = db
    .select({ id: mails.id })
    .from(mails)
    .where(isNotNull(mails.nextAttemptAt))
    .limit(maxCount);
  const [[mail], storage, { last }] = await Promise.all([
    db.select({ count: sql<number>`count(*)` }).from(queued.as("queued")),
    measureStorage(),
    findLastBackups(),
  ]);
  const text = formatMetrics({
    counters: {
      quadrant_refused_writes_total: [
        "Writes that the store refused because it was full, locked or unavailable.",
        countRefusedWrites(),
      ],
    },
    gauges: {
      quadrant_sockets: ["Open sockets of members.", hub.clients.size],
      ...(nodes.state && {
        quadrant_nats_connected: [
          "Whether other nodes receive messages from this one.",
          nodes.state === "connected" ? 1 : 0,
        ],
        quadrant_nats_unread: ["Messages of other nodes that this one could not read.", nodes.unread],
      }),
      quadrant_mails_waiting: ["Mails to be sent, at most 10,000.", mail?.count ?? 0],
      quadrant_database_bytes: ["Size of the database.", storage.database],
      quadrant_uploads_bytes: ["Size of the uploads, at most ten minutes old.", storage.uploads],
      quadrant_disk_free_bytes: ["Free on the disk of the store.", storage.free],
      quadrant_last_backup_timestamp_seconds: [
        "When the last backup was made, 0 for never.",
        (last?.madeAt ?? 0) / 1_000,
      ],
    },
  });
  return new Response(text, {
    headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store" },
  });
}
