import { create as contentDisposition } from "content-disposition";
import type { RequestContext } from "../http/request-context.server.ts";
import { respondFileMissing, serveFile } from "./serve.server.ts";

/** Serves a private PDF. PDF viewers do not run in a sandbox, so the policy forbids everything they could load. */
export async function servePrivatePdf(
  request: Request,
  requestContext: RequestContext,
  found: { file: string | null; name: string | null } | undefined,
): Promise<Response> {
  if (!found?.file) return respondFileMissing(request, requestContext);
  const response = await serveFile(request, requestContext, {
    name: found.file,
    etag: `"${found.file}"`,
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": contentDisposition(found.name ?? "application.pdf", { type: "inline" }),
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'self'",
      "Cache-Control": "private, no-store",
    },
  });
  return response ?? respondFileMissing(request, requestContext);
}
