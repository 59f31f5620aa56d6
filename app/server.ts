import type { IncomingMessage, ServerResponse } from "node:http";
import * as build from "virtual:react-router/server-build";
import { createRequest, sendResponse } from "@remix-run/node-fetch-server";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { db } from "#db/index.ts";
import { BodyRefused, bringsFile, readBody } from "./http/body.server.ts";
import { env } from "./http/env.server.ts";
import { sweepImages } from "./http/images.server.ts";
import { log } from "./http/log.server.ts";
import { startMails, stopMails } from "./http/mail.server.ts";
import { details, problem } from "./http/problem.server.ts";
import { compress, finishApi, secureHeaders } from "./http/respond.server.ts";
import { isApiPath } from "./http/session.server.ts";
import { sweepStore } from "./http/store.server.ts";
import { drawMissing } from "./http/thumbnails.server.ts";
import { describeVisit, type Visit, visitContext } from "./http/visit.server.ts";
import { watchUnseen } from "./realtime/away.server.ts";

export { env } from "./http/env.server.ts";
export { log } from "./http/log.server.ts";
export { closeSockets, handleUpgrade } from "./realtime/upgrade.server.ts";

const route = createRequestHandler(build as ServerBuild, process.env.NODE_ENV);

/** Answers one request: who sent it, what it carries, the route's answer, and the headers that all answers have. */
export async function handleRequest(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const started = performance.now();
  const visit = describeVisit(req);
  const pathname = (req.url ?? "/").split("?", 1)[0] ?? "/";
  res.once("close", () => logRequest(req, res, visit, pathname, performance.now() - started));

  let response: Response;
  let request: Request | undefined;
  try {
    request = await readRequest(req, res, visit, pathname);
    response = await answer(request, visit, pathname);
  } catch (error) {
    if (res.destroyed || request?.signal.aborted) return;
    if (request) log.error({ requestId: visit.id, err: error }, "request failed");
    response = isApiPath(pathname)
      ? problem(request ? 500 : 400, undefined, { id: visit.id })
      : new Response(details[request ? 500 : 400], { status: request ? 500 : 400 });
  }
  const headers = new Headers(response.headers);
  secureHeaders(headers, visit);
  for (const cookie of visit.cookies) headers.append("Set-Cookie", cookie);
  if (!req.complete && !letPass(req)) headers.set("Connection", "close");
  const { status, statusText } = response;
  try {
    await sendResponse(res, new Response(response.body, { status, statusText, headers }));
  } catch (error) {
    if (!res.destroyed) log.warn({ requestId: visit.id, err: error }, "answer broke off");
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
async function readRequest(req: IncomingMessage, res: ServerResponse, visit: Visit, pathname: string) {
  const { protocol, host } = new URL(visit.origin);
  const url = `${visit.origin}${req.url}`;
  if (new URL(url).origin !== visit.origin) throw new Error("not a path");
  const asPage = !isApiPath(pathname);
  const { headers } = req;
  // Not even the name of TRACE may be given to a Request.
  const method = req.method === "TRACE" ? "PATCH" : (req.method ?? "GET");

  if (method === "GET" || method === "HEAD") return createRequest(req, res, { protocol, host });
  if (asPage && method !== "POST") {
    visit.refusal = { status: 405, detail: details[405] ?? "" };
  } else if (asPage && headers.origin !== undefined && headers.origin !== visit.origin) {
    visit.refusal = { status: 403, detail: "This form was not sent from our own pages." };
  } else if (bringsFile(req, pathname)) {
    return createRequest(req, res, { protocol, host });
  }
  if (visit.refusal === undefined) {
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
      visit.refusal = { status: error.status, detail: details[error.status] ?? "The request broke off." };
    }
  }
  return refusedPage(visit, headers.cookie);
}

/** A refused page is shown by the error page in the shell of all pages: the address of none is asked for, by GET. */
function refusedPage(visit: Visit, cookie: string | null | undefined): Request {
  return new Request(`${visit.origin}/refused`, { headers: cookie ? { Cookie: cookie } : {} });
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

async function answer(request: Request, visit: Visit, pathname: string): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(visitContext, visit);
  if (!isApiPath(pathname)) {
    const refusedBefore = visit.refusal !== undefined;
    const response = await route(request, context);
    // A route without a page, such as that of files, refuses by the error page too.
    if (refusedBefore || !visit.refusal) return compress(response, request);
    return compress(await route(refusedPage(visit, request.headers.get("Cookie")), context), request);
  }

  if (visit.refusal) return problem(visit.refusal.status, visit.refusal.detail);
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
  return compress(await finishApi(await route(asked, context), request), request);
}

/** Where a member may be hidden: no line says who asked for these, from where, or for which conversation. */
const discreet = /^\/(api\/)?(messages|anonymous)|^\/realtime/;

function logRequest(
  req: IncomingMessage,
  res: ServerResponse,
  visit: Visit,
  pathname: string,
  ms: number,
): void {
  const hidden = discreet.exec(pathname)?.[0];
  log.info(
    {
      requestId: visit.id,
      method: req.method,
      path: hidden ? `${hidden}…` : pathname,
      status: res.headersSent ? res.statusCode : 0,
      ms: Math.round(ms),
      ...(hidden ? {} : { address: visit.address }),
    },
    "request",
  );
}

startMails();

// What a crash left behind goes, what it interrupted is made up for, and unused pictures go every hour.
const housework = async () => {
  await sweepStore();
  await sweepImages();
  await drawMissing();
};
housework().catch((error) => log.error({ err: error }, "clearing up failed"));
setInterval(
  () => sweepImages().catch((error) => log.error({ err: error }, "clearing up failed")),
  60 * 60 * 1000,
).unref();

/** Ends what the product itself keeps open: the mail queue; then checkpoints and closes the database. */
export async function close(): Promise<void> {
  stopWatching();
  await stopMails();
  db.$client.pragma("wal_checkpoint(TRUNCATE)");
  db.$client.close();
}

if (!env.APP_URL) log.warn("APP_URL is not set: links in mails will point at localhost");

const stopWatching = watchUnseen();
