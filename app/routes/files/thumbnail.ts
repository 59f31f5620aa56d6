import { and, eq } from "drizzle-orm";
import { db, resources } from "#db/index.ts";
import { thumbnailName } from "#db/storage-dir.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { toId } from "../../schemas/fields.ts";
import type { Route } from "./+types/thumbnail.ts";
import { respondFileMissing, serveFile } from "./serve.server.ts";

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
