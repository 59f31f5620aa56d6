import { and, eq, sql } from "drizzle-orm";
import { respondFileMissing, serveFile } from "#app/platform/files/serve.server.ts";
import { baseFileOf } from "#app/platform/files/storage.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { db, images } from "#db/index.ts";
import { isImageInBin } from "#db/scopes/bin.ts";
import type { Route } from "./+types/image.ts";

/** Whether only events or jobs in the bin use the image. */
async function isImageOfDeleted(name: string): Promise<boolean> {
  const [found] = await db
    .select({ id: images.id })
    .from(images)
    .where(
      and(
        eq(images.file, baseFileOf(name)),
        isImageInBin,
        sql`not exists (select 1 from events where events.image_id = ${images.id})
          and not exists (select 1 from jobs where jobs.company_logo = ${images.file})`,
      ),
    );
  return found !== undefined;
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const isImageName = /^[\w-]{1,60}\.webp$/.test(params.name);
  const requestContext = getRequestContext(context);
  // Older images have no small version.
  const isDeleted = isImageName && (await isImageOfDeleted(params.name));
  const names =
    isImageName && !isDeleted ? new Set([params.name, params.name.replace("-small.webp", ".webp")]) : [];
  for (const name of names) {
    const response = await serveFile(request, requestContext, {
      name,
      etag: `"${name}"`,
      headers: {
        "Content-Type": "image/webp",
        "Content-Security-Policy": "sandbox",
        "Cache-Control": "public, max-age=31536000, immutable",
      },
    });
    if (response) return response;
  }
  return respondFileMissing(request, requestContext);
}
