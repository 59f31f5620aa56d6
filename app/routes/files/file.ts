import { eq, sql } from "drizzle-orm";
import { db, resources } from "#db/index.ts";
import { storedPath } from "../../files/storage.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { log } from "../../log.server.ts";
import { parseId } from "../../schemas/fields.ts";
import type { FileType } from "../../schemas/resource.ts";
import type { Route } from "./+types/file.ts";
import { contentDisposition, contentTypes, isShownInline } from "./file-headers.server.ts";
import { fileUnavailable, serveFile } from "./serve.server.ts";

/**
 * A resource's file, `/files/{id}/{name}`: to be saved, and counted when it is sent from its beginning. With
 * `?preview=1` it may be shown in place and is not counted.
 */
export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const requestContext = getRequestContext(context);
  const [resource] = await db
    .select()
    .from(resources)
    .where(eq(resources.id, parseId(params.id) ?? 0));
  if (!resource) return fileUnavailable(request, requestContext);

  const type = resource.fileType as FileType;
  const preview = url.searchParams.has("preview") && isShownInline(type);
  const response = await serveFile(request, {
    path: storedPath(resource.fileSha256),
    etag: `"${resource.fileSha256.slice(0, 32)}"`,
    size: resource.size,
    headers: {
      "Content-Type": contentTypes[type],
      "Content-Disposition": contentDisposition(preview ? "inline" : "attachment", resource.fileName),
      // A PDF viewer does not run in a sandbox. Nothing else it could load is allowed.
      "Content-Security-Policy":
        preview && type === "pdf" ? "default-src 'none'; frame-ancestors 'self'" : "sandbox",
      "Cache-Control": "private, no-cache",
    },
  });
  if (!response) {
    log.error(
      { requestId: requestContext.id, resource: resource.id },
      "a resource's file is not in the store",
    );
    return fileUnavailable(request, requestContext);
  }
  if (request.method === "GET" && !preview && startsAtZero(response)) await countDownload(resource.id);
  return response;
}

const startsAtZero = ({ status, headers }: Response) =>
  status === 200 || (status === 206 && headers.get("Content-Range")?.startsWith("bytes 0-"));

/** A count that fails is no reason to refuse a download. */
async function countDownload(id: number): Promise<void> {
  try {
    await db
      .update(resources)
      .set({ downloadCount: sql`${resources.downloadCount} + 1` })
      .where(eq(resources.id, id));
  } catch (error) {
    log.error({ err: error }, "a download was not counted");
  }
}
