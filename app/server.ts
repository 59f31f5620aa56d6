import type { IncomingMessage, ServerResponse } from "node:http";
import * as build from "virtual:react-router/server-build";
import { createRequest, sendResponse } from "@remix-run/node-fetch-server";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { db } from "#db/index.ts";
import { isApiPath } from "./auth/session.server.ts";
import { env } from "./env.server.ts";
import { deleteUnusedImages } from "./files/images.server.ts";
import { deleteOrphanedFiles } from "./files/storage.server.ts";
import { renderMissingThumbnails } from "./files/thumbnails.server.ts";
import { BodyRefused, isFileUpload, readBody } from "./http/body.server.ts";
import { defaultDetails, problem } from "./http/problem.server.ts";
import {
  createRequestContext,
  type RequestContext,
  requestContextKey,
} from "./http/request-context.server.ts";
import { compressText, finalizeApiResponse, setSecurityHeaders } from "./http/response.server.ts";
import { log } from "./log.server.ts";
import { startMailQueue, stopMailQueue } from "./mail/queue.server.ts";
import { startUnreadMails } from "./messaging/unread-mail.server.ts";

export { env } from "./env.server.ts";
export { log } from "./log.server.ts";
export { closeSockets, handleUpgrade } from "./routes/realtime/upgrade.server.ts";

const route = createRequestHandler(build as ServerBuild, process.env.NODE_ENV);

/** Answers one request: who sent it, what it carries, the route's answer, and the headers that all answers have. */
export async function handleRequest(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const started = performance.now();
  const requestContext = createRequestContext(req);
  const pathname = (req.url ?? "/").split("?", 1)[0] ?? "/";
  res.once("close", () => logRequest(req, res, requestContext, pathname, performance.now() - started));

  let response: Response;
  let request: Request | undefined;
  try {
    request = await readRequest(req, res, requestContext, pathname);
    response = await answer(request, requestContext, pathname);
  } catch (error) {
    if (res.destroyed || request?.signal.aborted) return;
    if (request) log.error({ requestId: requestContext.id, err: error }, "request failed");
    response = isApiPath(pathname)
      ? problem(request ? 500 : 400, undefined, { id: requestContext.id })
      : new Response(defaultDetails[request ? 500 : 400], { status: request ? 500 : 400 });
  }
  const headers = new Headers(response.headers);
  setSecurityHeaders(headers, requestContext);
  for (const cookie of requestContext.cookies) headers.append("Set-Cookie", cookie);
  if (!req.complete && !letPass(req)) headers.set("Connection", "close");
  const { status, statusText } = response;
  try {
    await sendResponse(res, new Response(response.body, { status, statusText, headers }));
  } catch (error) {
    if (!res.destroyed) log.warn({ requestId: requestContext.id, err: error }, "answer broke off");
    res.destroy();
  }
}

/** How much of a refused body is let pass, in bytes, and for how long, in milliseconds. */
const passing = { bytes: 64 * 1024 * 1024, ms: 10_000 };

/**
 * Lets the rest of a refused body come and go: a connection that ends while its sender still writes takes the answer
 * with it, and all they would see is that it broke.
 * @returns false when that is too much to wait for: then the connection ends with the answer
 */
function letPass(req: IncomingMessage): boolean {
  if (req.destroyed || Number(req.headers["content-length"] ?? 0) > passing.bytes) return false;
  let left = passing.bytes;
  const end = () => req.socket.destroy();
  const timer = setTimeout(end, passing.ms);
  req.removeAllListeners("data");
  req.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) end();
  });
  req.once("close", () => clearTimeout(timer));
  req.once("end", () => clearTimeout(timer));
  req.resume();
  return true;
}

/** @throws when the request line or the `Host` header make no address */
async function readRequest(
  req: IncomingMessage,
  res: ServerResponse,
  requestContext: RequestContext,
  pathname: string,
) {
  const { protocol, host } = new URL(requestContext.origin);
  const url = `${requestContext.origin}${req.url}`;
  if (new URL(url).origin !== requestContext.origin) throw new Error("not a path");
  const asPage = !isApiPath(pathname);
  const { headers } = req;
  // Not even the name of TRACE may be given to a Request.
  const method = req.method === "TRACE" ? "PATCH" : (req.method ?? "GET");

  if (method === "GET" || method === "HEAD") return createRequest(req, res, { protocol, host });
  if (asPage && method !== "POST") {
    requestContext.rejection = { status: 405, detail: defaultDetails[405] ?? "" };
  } else if (asPage && headers.origin !== undefined && headers.origin !== requestContext.origin) {
    requestContext.rejection = { status: 403, detail: "This form was not sent from our own pages." };
  } else if (isFileUpload(req, pathname)) {
    return createRequest(req, res, { protocol, host });
  }
  if (requestContext.rejection === undefined) {
    try {
      const body = await readBody(req);
      const copied = new Headers(
        Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]),
      );
      // A form without a field is an empty form, not a body of no type.
      if (asPage && body.length === 0) copied.set("Content-Type", "application/x-www-form-urlencoded");
      const request = new Request(url, { method, headers: copied, body: new Uint8Array(body) });
      if (asPage) await checkForm(request);
      return request;
    } catch (error) {
      if (!(error instanceof BodyRefused)) throw error;
      requestContext.rejection = {
        status: error.status,
        detail: defaultDetails[error.status] ?? "The request broke off.",
      };
    }
  }
  return refusedPage(requestContext, headers.cookie);
}

/** A refused page is shown by the error page in the shell of all pages: the address of none is asked for, by GET. */
function refusedPage(requestContext: RequestContext, cookie: string | null | undefined): Request {
  return new Request(`${requestContext.origin}/refused`, { headers: cookie ? { Cookie: cookie } : {} });
}

/** A page takes forms only, and only whole ones. @throws BodyRefused 415, 400 */
async function checkForm(request: Request): Promise<void> {
  const type = request.headers.get("Content-Type") ?? "";
  if (/^application\/x-www-form-urlencoded/i.test(type)) return;
  if (!/^multipart\/form-data/i.test(type)) throw new BodyRefused(415);
  await request
    .clone()
    .formData()
    .catch(() => {
      throw new BodyRefused(400);
    });
}

async function answer(request: Request, requestContext: RequestContext, pathname: string): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(requestContextKey, requestContext);
  if (!isApiPath(pathname)) {
    const refusedBefore = requestContext.rejection !== undefined;
    const response = await route(request, context);
    // A route without a page, such as that of files, refuses by the error page too.
    if (refusedBefore || !requestContext.rejection) return compressText(response, request);
    return compressText(
      await route(refusedPage(requestContext, request.headers.get("Cookie")), context),
      request,
    );
  }

  if (requestContext.rejection)
    return problem(requestContext.rejection.status, requestContext.rejection.detail);
  // A HEAD is answered as the GET it stands for, so that its headers are the same. A method that React Router does
  // not know it refuses itself; as PATCH, which no call takes, it reaches the refusal that names what is allowed.
  const standsFor: Record<string, string> = {
    GET: "GET",
    HEAD: "GET",
    POST: "POST",
    PUT: "PUT",
    DELETE: "DELETE",
  };
  const method = standsFor[request.method] ?? "PATCH";
  const asked = method === request.method ? request : new Request(request, { method });
  return compressText(await finalizeApiResponse(await route(asked, context), request), request);
}

/** Where a member may be hidden: no line says who asked for these, from where, or for which conversation. */
const discreet = /^\/(api\/)?(messages|anonymous)|^\/realtime/;

function logRequest(
  req: IncomingMessage,
  res: ServerResponse,
  requestContext: RequestContext,
  pathname: string,
  ms: number,
): void {
  const hidden = discreet.exec(pathname)?.[0];
  log.info(
    {
      requestId: requestContext.id,
      method: req.method,
      path: hidden ? `${hidden}…` : pathname,
      status: res.headersSent ? res.statusCode : 0,
      ms: Math.round(ms),
      ...(hidden ? {} : { address: requestContext.address }),
    },
    "request",
  );
}

startMailQueue();

// What a crash left behind goes, what it interrupted is made up for, and unused pictures go every hour.
const housework = async () => {
  await deleteOrphanedFiles();
  await deleteUnusedImages();
  await renderMissingThumbnails();
};
housework().catch((error) => log.error({ err: error }, "clearing up failed"));
setInterval(
  () => deleteUnusedImages().catch((error) => log.error({ err: error }, "clearing up failed")),
  60 * 60 * 1000,
).unref();

/** Ends what the product itself keeps open: the mail queue; then checkpoints and closes the database. */
export async function close(): Promise<void> {
  stopWatching();
  await stopMailQueue();
  db.$client.pragma("wal_checkpoint(TRUNCATE)");
  db.$client.close();
}

if (!env.APP_URL) log.warn("APP_URL is not set: links in mails will point at localhost");

const stopWatching = startUnreadMails();
