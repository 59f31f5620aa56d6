import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { getRequestContext } from "./http/request-context.server.ts";
import { log } from "./log.server.ts";

export const streamTimeout = 5_000;

/** Renders a page once all its data is there, and sends it whole. */
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

  // Development has no policy that needs the nonce, and React would warn about it.
  const nonce = process.env.NODE_ENV === "production" ? getRequestContext(loadContext).nonce : undefined;
  return new Promise((resolve, reject) => {
    let finalStatus = status;
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        onAllReady() {
          clearTimeout(timer);
          const body = new PassThrough();
          pipe(body);
          resolve(new Response(createReadableStreamFromReadable(body), { status: finalStatus, headers }));
        },
        onShellError: reject,
        onError(error) {
          finalStatus = 500;
          log.error({ requestId: getRequestContext(loadContext).id, err: error }, "rendering failed");
        },
      },
    );
    const timer = setTimeout(abort, streamTimeout + 1_000);
  });
}

/** Logs what a loader or action threw by accident. Responses that it threw on purpose, such as a 404, are no errors. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const requestId = getRequestContext(context as RouterContextProvider).id;
  log.error({ requestId, err: error }, "page failed");
};
