import { redirect } from "react-router";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { refuseWithPage } from "#app/platform/http/request.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { consumeLimit } from "#app/platform/limits/rate-limit.server.ts";
import { logSecurityEvent } from "#app/platform/process/log.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import type { Route } from "./+types/data.ts";
import { accountTexts } from "./account-texts.ts";
import { createArchive } from "./archive.server.ts";
import { createDataPage } from "./data-page.server.ts";

export function loader() {
  throw redirect("/account", 303);
}

/**
 * Sends all of a member's data as one archive or, with `?as=page`, as one page to read. It is a POST so that links on
 * other sites cannot start it.
 */
export async function action(args: Route.ActionArgs) {
  const viewer = await requireViewer(args);
  const requestContext = getRequestContext(args.context);
  const isPage = args.url.searchParams.get("as") === "page";
  const retryAfter = consumeLimit("dataDownload", viewer.id);
  if (retryAfter > 0) {
    return refuseWithPage(requestContext, new HttpError(429, accountTexts.tooManyDownloads, { retryAfter }));
  }
  logSecurityEvent("data-downloaded", { memberId: viewer.id, requestId: requestContext.id });
  const [body, type, ending] = isPage
    ? ([createDataPage(viewer), "text/html; charset=utf-8", "html"] as const)
    : ([createArchive(viewer), "application/zip", "zip"] as const);
  return new Response(body, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="my-data-${today()}.${ending}"`,
    },
  });
}
