import { eq } from "drizzle-orm";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { db, resources } from "#db/index.ts";
import type { Route } from "./+types/same-file.ts";

/** Returns the resource with the same file, by its SHA-256 in hex, or null. */
export async function loader(args: Route.LoaderArgs) {
  await requireViewer(args);
  const sha256 = args.url.searchParams.get("sha256") ?? "";
  const [row] = await db
    .select({ id: resources.id, title: resources.title })
    .from(resources)
    .where(eq(resources.fileSha256, sha256))
    .orderBy(resources.id)
    .limit(1);
  const twin = row ? { id: String(row.id), title: row.title } : null;
  return Response.json({ twin }, { headers: { "Cache-Control": "no-store" } });
}
