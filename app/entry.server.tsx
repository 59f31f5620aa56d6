import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { isDatabaseError } from "#db/failures.ts";
import { getRequestContext } from "./platform/http/request-context.server.ts";
import { markIncomplete } from "./platform/http/request-log.server.ts";
import { statusOfPage } from "./platform/http/response.server.ts";
import { log } from "./platform/process/log.server.ts";
import { DocumentStatus } from "./ui/error-page.tsx";

export const streamTimeout = 5_000;

/** Renders a page. Its data is complete before rendering starts, so the page is sent in one piece. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Cache-Control", headers.get("Cache-Control") ?? "private, no-cache");
  if (request.method === "HEAD") return new Response(null, { status, headers });

  // In development there is no Content-Security-Policy, and React would warn about an unused nonce.
  const requestContext = getRequestContext(loadContext);
  const policy = process.env.NODE_ENV === "production" ? { nonce: requestContext.nonce } : {};
  const page = (
    <DocumentStatus value={statusOfPage(status, requestContext)}>
      <ServerRouter context={routerContext} url={request.url} {...policy} />
    </DocumentStatus>
  );
  const html = await new Promise<Buffer>((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    const collector = new Writable({
      write(chunk: Uint8Array, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final: () => resolve(Buffer.concat(chunks)),
    });
    const { pipe } = renderToPipeableStream(page, {
      ...policy,
      onAllReady: () => pipe(collector),
      onShellError: reject,
    });
  });
  return new Response(new Uint8Array(html), { status, headers });
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const requestContext = getRequestContext(context as RouterContextProvider);
  if (isDatabaseError(error)) markIncomplete(requestContext);
  log.error({ requestId: requestContext.id, err: error }, "page failed");
};
