import { create as contentDisposition } from "content-disposition";
import { and, eq, isNull, sql } from "drizzle-orm";
import { getViewer } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { contentTypes, isDisplayable } from "#app/platform/files/content-types.server.ts";
import { respondFileMissing, serveFile } from "#app/platform/files/serve.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { refuseWithPage } from "#app/platform/http/request.server.ts";
import {
  findInitiator,
  getRequestContext,
  type RequestContext,
} from "#app/platform/http/request-context.server.ts";
import { addressKey, RateLimit } from "#app/platform/limits/rate-limit.server.ts";
import { log } from "#app/platform/process/log.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { db, resources, users, write } from "#db/index.ts";
import { resourceTexts } from "../input.server.ts";
import type { Route } from "./+types/file.ts";

/** Downloads per hour. Everyone in a hostel may share one address. */
const guestLimit = new RateLimit(2_000, 60 * 60);
const memberLimit = new RateLimit(1_000, 60 * 60);

/** Counts downloads that start at the first byte, but not previews or requests from other sites. */
export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const requestContext = getRequestContext(context);
  const viewer = await getViewer({ request, context });
  const retryAfter = viewer
    ? memberLimit.consume(String(viewer.id))
    : guestLimit.consume(addressKey(requestContext.address));
  if (retryAfter > 0) return refuse(requestContext, retryAfter);
  const [resource] = await db
    .select()
    .from(resources)
    .where(eq(resources.id, toId(params.id)));
  if (!resource) return respondFileMissing(request, requestContext);

  const type = resource.fileType;
  const isPreview = url.searchParams.has("preview") && isDisplayable(type);
  const response = await serveFile(request, requestContext, {
    name: resource.fileSha256,
    etag: `"${resource.fileSha256.slice(0, 32)}"`,
    size: resource.size,
    headers: {
      "Content-Type": contentTypes[type],
      "Content-Disposition": contentDisposition(resource.fileName, {
        type: isPreview ? "inline" : "attachment",
      }),
      // PDF viewers do not run in a sandbox, so the policy forbids everything they could load instead.
      "Content-Security-Policy":
        isPreview && type === "pdf" ? "default-src 'none'; frame-ancestors 'self'" : "sandbox",
      "Cache-Control": "private, no-cache",
    },
  });
  if (!response) {
    log.error(
      { requestId: requestContext.id, resource: resource.id },
      "a resource's file is not in the store",
    );
    return respondFileMissing(request, requestContext);
  }
  const isOpened = request.method === "GET" && findInitiator(request, requestContext) !== "other-site";
  if (isOpened && startsAtZero(response)) void countDownload(resource.id, { viewer, isPreview });
  return response;
}

function refuse(requestContext: RequestContext, retryAfter: number): Response {
  return refuseWithPage(requestContext, new HttpError(429, resourceTexts.tooManyDownloads, { retryAfter }));
}

const startsAtZero = ({ status, headers }: Response) =>
  status === 200 || (status === 206 && headers.get("Content-Range")?.startsWith("bytes 0-"));

/** A preview is not counted as a download, but completes "find notes", one of a new member's first steps. */
async function countDownload(
  id: number,
  { viewer, isPreview }: { viewer: Viewer | null; isPreview: boolean },
): Promise<void> {
  try {
    if (!isPreview)
      await write(() =>
        db
          .update(resources)
          .set({ downloadCount: sql`${resources.downloadCount} + 1` })
          .where(eq(resources.id, id)),
      );
    if (viewer)
      await write(() =>
        db
          .update(users)
          .set({ notesFoundAt: Date.now() })
          .where(and(eq(users.id, viewer.id), isNull(users.notesFoundAt))),
      );
  } catch (error) {
    log.error({ err: error }, "a download was not counted");
  }
}
