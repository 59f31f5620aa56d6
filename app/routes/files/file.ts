import { eq, sql } from "drizzle-orm";
import { db, resources } from "#db/index.ts";
import { log } from "../../http/log.server.ts";
import { stored } from "../../http/store.server.ts";
import { visitOf } from "../../http/visit.server.ts";
import { rowId } from "../../schemas/fields.ts";
import type { FileType } from "../../schemas/resource.ts";
import type { Route } from "./+types/file.ts";
import { contentTypes, disposition, isShownInline } from "./file-headers.server.ts";
import { serve, unreachable } from "./serve.server.ts";

/**
 * A resource's file, `/files/{id}/{name}`: to be saved, and counted when it is sent from its beginning. With
 * `?preview=1` it may be shown in place and is not counted.
 */
export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const visit = visitOf(context);
  const [resource] = await db
    .select()
    .from(resources)
    .where(eq(resources.id, rowId(params.id) ?? 0));
  if (!resource) return unreachable(request, visit);

  const type = resource.fileType as FileType;
  const preview = url.searchParams.has("preview") && isShownInline(type);
  const response = await serve(request, {
    path: stored(resource.fileSha256),
    etag: `"${resource.fileSha256.slice(0, 32)}"`,
    size: resource.size,
    headers: {
      "Content-Type": contentTypes[type],
      "Content-Disposition": disposition(preview ? "inline" : "attachment", resource.fileName),
      // A PDF viewer does not run in a sandbox. Nothing else it could load is allowed.
      "Content-Security-Policy":
        preview && type === "pdf" ? "default-src 'none'; frame-ancestors 'self'" : "sandbox",
      "Cache-Control": "private, no-cache",
    },
  });
  if (!response) {
    log.error({ requestId: visit.id, resource: resource.id }, "a resource's file is not in the store");
    return unreachable(request, visit);
  }
  if (request.method === "GET" && !preview && beginsAtZero(response)) await count(resource.id);
  return response;
}

const beginsAtZero = ({ status, headers }: Response) =>
  status === 200 || (status === 206 && headers.get("Content-Range")?.startsWith("bytes 0-"));

/** A count that fails is no reason to refuse a download. */
async function count(id: number): Promise<void> {
  try {
    await db
      .update(resources)
      .set({ downloadCount: sql`${resources.downloadCount} + 1` })
      .where(eq(resources.id, id));
  } catch (error) {
    log.error({ err: error }, "a download was not counted");
  }
}
