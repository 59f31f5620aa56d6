import { eq } from "drizzle-orm";
import { db, resources } from "#db/index.ts";
import { requireViewer } from "../../auth/session.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import type { Route } from "./+types/same-file.ts";

/** Tells the upload form which resource has the same file, by its SHA-256 in hex; null when there is none. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  await requireViewer({ request, context, url });
  const sha256 = url.searchParams.get("sha256") ?? "";
  const rows = await queryOrNull(
    context,
    async () =>
      await db
        .select({ id: resources.id, title: resources.title })
        .from(resources)
        .where(eq(resources.fileSha256, sha256))
        .orderBy(resources.id)
        .limit(1),
  );
  const [row] = rows ?? [];
  const twin = row ? { id: String(row.id), title: row.title } : null;
  return Response.json({ twin }, { headers: { "Cache-Control": "no-store" } });
}
