import { create as contentDisposition } from "content-disposition";
import { isReadableBy } from "#app/anonymous/report-readers.server.ts";
import { getSession, readBearerToken } from "#app/platform/auth/guards.server.ts";
import { findSession, hasScope } from "#app/platform/auth/sessions.server.ts";
import { contentTypes, isDisplayable } from "#app/platform/files/content-types.server.ts";
import { respondFileMissing, serveFile } from "#app/platform/files/serve.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { refuseWithPage } from "#app/platform/http/request.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { RateLimit } from "#app/platform/limits/rate-limit.server.ts";
import { thumbnailName } from "#db/storage-dir.ts";
import { attachmentTexts, isPicture } from "../attachment-rules.ts";
import { findAttachment } from "../attachments.server.ts";
import type { Route } from "./+types/attachment.ts";

/** Per hour: a thread shows many small pictures. */
const limit = new RateLimit(5_000, 60 * 60);

/**
 * A file of a message, for the conversation's two members, and for administrators and moderators who may read a report of
 * it. Everybody else gets 404.
 */
export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const requestContext = getRequestContext(context);
  const token = readBearerToken(request);
  const session = token ? await findSession(token, "token") : await getSession(requestContext, request);
  if (!session || !hasScope(session, "messages:read")) return respondFileMissing(request, requestContext);
  const retryAfter = limit.consume(String(session.viewer.id));
  if (retryAfter > 0)
    return refuseWithPage(requestContext, new HttpError(429, attachmentTexts.tooManyOpened, { retryAfter }));
  const { viewer } = session;
  const mayReadReport = viewer.isModerator ? isReadableBy(viewer) : undefined;
  const found = await findAttachment(viewer, params.address, mayReadReport);
  if (!found) return respondFileMissing(request, requestContext);
  const { file, fileType, name } = found;
  const isSmall = isPicture(fileType) && url.searchParams.get("size") === "small";
  const response = await serveFile(request, requestContext, {
    name: isSmall ? thumbnailName(file) : file,
    etag: `"${params.address}${isSmall ? "-small" : ""}"`,
    ...(!isSmall && { size: found.size }),
    headers: {
      "Content-Type": contentTypes[fileType],
      "Content-Disposition": contentDisposition(name, {
        type: isDisplayable(fileType) ? "inline" : "attachment",
      }),
      // PDF viewers do not run in a sandbox, so this forbids everything that they could load.
      "Content-Security-Policy":
        fileType === "pdf" ? "default-src 'none'; frame-ancestors 'self'" : "sandbox",
      "Cache-Control": "private, no-store",
    },
  });
  return response ?? respondFileMissing(request, requestContext);
}
