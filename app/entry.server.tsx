import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { getRequestContext } from "./http/request-context.server.ts";
import { createBufferedResponse } from "./http/response.server.ts";
import { log } from "./log.server.ts";

export const streamTimeout = 5_000;

/** Renders a page. Its data is complete before rendering starts, so the page is sent in one piece. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Response | Promise<Response> {
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Cache-Control", headers.get("Cache-Control") ?? "private, no-cache");
  if (request.method === "HEAD") return new Response(null, { status, headers });

  const requestContext = getRequestContext(loadContext);
  // In development there is no policy, and React would warn about a nonce that nothing needs.
  const nonce = process.env.NODE_ENV === "production" ? requestContext.nonce : undefined;
  return new Promise((resolve, reject) => {
    let renderedStatus = status;
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        onAllReady() {
          clearTimeout(timer);
          const chunks: Buffer[] = [];
          pipe(
            new Writable({
              write(chunk: Buffer, _encoding, done) {
                chunks.push(chunk);
                done();
              },
              final(done) {
                resolve(createBufferedResponse(Buffer.concat(chunks), { status: renderedStatus, headers }));
                done();
              },
            }),
          );
        },
        onShellError: reject,
        onError(error) {
          renderedStatus = 500;
          log.error({ requestId: requestContext.id, err: error }, "rendering failed");
        },
      },
    );
    const timer = setTimeout(abort, streamTimeout + 1_000);
  });
}

/** Logs what a loader or action threw by accident. Refusals they meant to throw (a 404 and the like) are no errors. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const requestId = getRequestContext(context as RouterContextProvider).id;
  log.error({ requestId, err: error }, "page failed");
};
