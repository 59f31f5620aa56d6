import { and, eq, isNull } from "drizzle-orm";
import { requireAdmin } from "#app/platform/auth/guards.server.ts";
import { servePrivatePdf } from "#app/platform/files/serve-pdf.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { db, reports } from "#db/index.ts";
import type { Route } from "./+types/reported-file.ts";

/** For administrators only, until the report is decided. */
export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  const [found] = await db
    .select({ file: reports.file, name: reports.fileName })
    .from(reports)
    .where(and(eq(reports.id, toId(args.params.id)), isNull(reports.resolvedAt)));
  return servePrivatePdf(args.request, getRequestContext(args.context), found);
}
