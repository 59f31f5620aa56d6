import { and, eq } from "drizzle-orm";
import { db, resources } from "#db/index.ts";
import { stored } from "../../http/store.server.ts";
import { visitOf } from "../../http/visit.server.ts";
import { rowId } from "../../schemas/fields.ts";
import type { Route } from "./+types/thumbnail.ts";
import { serve, unreachable } from "./serve.server.ts";

/** What a resource looks like, `/files/thumbnails/{id}`: a resource's file never changes, and so neither does this. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const [resource] = await db
    .select({ sha256: resources.fileSha256 })
    .from(resources)
    .where(and(eq(resources.id, rowId(params.id) ?? 0), eq(resources.hasThumbnail, true)));
  const response =
    resource &&
    (await serve(request, {
      path: stored(`${resource.sha256}.webp`),
      etag: `"${resource.sha256.slice(0, 32)}-thumbnail"`,
      headers: {
        "Content-Type": "image/webp",
        "Content-Security-Policy": "sandbox",
        "Cache-Control": "public, max-age=31536000, immutable",
      },
    }));
  return response ?? unreachable(request, visitOf(context));
}
