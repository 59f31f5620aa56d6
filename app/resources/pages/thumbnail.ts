import { and, eq } from "drizzle-orm";
import { respondFileMissing, serveFile } from "#app/platform/files/serve.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { db, resources } from "#db/index.ts";
import { thumbnailName } from "#db/storage-dir.ts";
import type { Route } from "./+types/thumbnail.ts";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext(context);
  const [resource] = await db
    .select({ sha256: resources.fileSha256 })
    .from(resources)
    .where(and(eq(resources.id, toId(params.id)), eq(resources.hasThumbnail, true)));
  const response =
    resource &&
    (await serveFile(request, requestContext, {
      name: thumbnailName(resource.sha256),
      etag: `"${resource.sha256.slice(0, 32)}-thumbnail"`,
      headers: {
        "Content-Type": "image/webp",
        "Content-Security-Policy": "sandbox",
        "Cache-Control": "public, max-age=31536000, immutable",
      },
    }));
  return response ?? respondFileMissing(request, requestContext);
}
