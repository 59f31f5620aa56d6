import { and, eq } from "drizzle-orm";
import { requireAdmin } from "#app/platform/auth/guards.server.ts";
import { toCsvLine } from "#app/platform/http/csv.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { db, memberImports } from "#db/index.ts";
import type { Route } from "./+types/import-problems.ts";
import { checkImport, importGone, maxPeople } from "./import.server.ts";

/** Every problem in the administrator's own list, as CSV. */
export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireAdmin(args);
  const [list] = await db
    .select({ content: memberImports.content })
    .from(memberImports)
    .where(and(eq(memberImports.id, toId(args.params.id)), eq(memberImports.adminId, viewer.id)));
  if (!list) throw new HttpError(404, importGone);
  const { problems } = await checkImport(list.content, maxPeople);
  const rows = [
    ["Line", "Name", "Email", "What is wrong"],
    ...problems.map(({ line, name, email, text }) => [String(line), name, email, text]),
  ];
  return new Response(`\ufeff${rows.map(toCsvLine).join("")}`, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="problems.csv"',
    },
  });
}
