import { and, eq, isNull } from "drizzle-orm";
import { db, reports } from "#db/index.ts";
import { requireAdmin } from "../../auth/guards.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { toId } from "../../schemas/fields.ts";
import type { Route } from "./+types/reported.ts";
import { servePrivatePdf } from "./pdf.server.ts";

/** For administrators, until the report is decided. */
export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  const [found] = await db
    .select({ file: reports.file, name: reports.fileName })
    .from(reports)
    .where(and(eq(reports.id, toId(args.params.id)), isNull(reports.resolvedAt)));
  return servePrivatePdf(args.request, getRequestContext(args.context), found);
}
