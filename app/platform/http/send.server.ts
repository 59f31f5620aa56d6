import type { IncomingMessage, ServerResponse } from "node:http";
import { writeReadableStreamToWritable } from "@react-router/node";
import { log } from "../process/log.server.ts";
import { drainBody } from "./body.server.ts";
import { compress, type Encoding, isCompressible, pickEncoding } from "./compression.server.ts";
import { isApiPath, type RequestContext } from "./request-context.server.ts";
import {
  compressStream,
  createEtag,
  encodeTag,
  forbidStoring,
  matchesEtag,
  setSecurityHeaders,
} from "./response.server.ts";

export async function send(...args: Parameters<typeof write>): Promise<void> {
  const [, res, , { id }] = args;
  try {
    await write(...args);
  } catch (error) {
    // A client that disconnects destroys the response without an error.
    if (!res.destroyed || res.errored)
      log.warn({ requestId: id, err: error }, "the response was interrupted");
    res.destroy();
  }
}

async function write(
  req: IncomingMessage,
  res: ServerResponse,
  response: Response,
  requestContext: RequestContext,
): Promise<void> {
  const { headers } = response;
  const type = headers.get("Content-Type") ?? "";
  const isComplete = response.body === null || completeTypes.test(type);
  const body = isComplete ? Buffer.from(await response.arrayBuffer()) : Buffer.alloc(0);
  const isPage = type.startsWith("text/html");
  const isRead = req.method === "GET" || req.method === "HEAD";
  if (!isRead) forbidStoring(requestContext.responseHeaders);
  setSecurityHeaders(headers, requestContext, isPage && body.includes(requestContext.nonce));
  const { cookies, pageCookies } = requestContext;
  for (const cookie of isRedirect(response) ? cookies : [...cookies, ...pageCookies])
    headers.append("Set-Cookie", cookie);
  if (!req.complete && !drainBody(req)) headers.set("Connection", "close");
  if (!isComplete) return sendStream(req, res, response);

  const encoding = isCompressible(headers, body.length) ? pickEncoding(req.headers["accept-encoding"]) : null;
  if (isRead && response.status === 200 && isApiPath(requestContext.pathname) && !isPage) {
    headers.set("ETag", headers.get("ETag") ?? createEtag(body));
    if (matchesEtag(req.headers["if-none-match"], headers.get("ETag") ?? "")) {
      headers.delete("Content-Type");
      completeTag(headers, encoding, isPage);
      res.writeHead(304, toNodeHeaders(headers)).end();
      return;
    }
  }
  const sent = encoding ? await compress(body, encoding, "once") : body;
  if (encoding) headers.set("Content-Encoding", encoding);
  completeTag(headers, encoding, isPage);
  // For HEAD a file's route sets the length of the omitted body itself.
  if (response.body !== null || !headers.has("Content-Length"))
    headers.set("Content-Length", String(sent.length));
  res.writeHead(response.status, toNodeHeaders(headers));
  res.end(req.method === "HEAD" ? undefined : sent);
}

/** A response and its 304 need the same `ETag` and `Vary`. */
function completeTag(headers: Headers, encoding: Encoding | null, isPage: boolean): void {
  const etag = headers.get("ETag");
  if (etag && encoding) headers.set("ETag", encodeTag(etag, encoding));
  headers.append("Vary", isPage ? "Accept-Encoding, Cookie, Save-Data" : "Accept-Encoding");
}

const isRedirect = ({ status }: Response) => status === 202 || (status >= 300 && status < 400);

const completeTypes = /^(text\/(html|x-script|csv)|application\/(problem\+)?json)\b/;

function toNodeHeaders(headers: Headers): Record<string, string | string[]> {
  const cookies = headers.getSetCookie();
  return { ...Object.fromEntries(headers), ...(cookies.length > 0 && { "set-cookie": cookies }) };
}

async function sendStream(req: IncomingMessage, res: ServerResponse, response: Response): Promise<void> {
  const sent = res.destroyed ? response : compressStream(response, req);
  try {
    if (res.destroyed) return;
    res.writeHead(sent.status, toNodeHeaders(sent.headers));
    if (sent.body && req.method !== "HEAD") await writeReadableStreamToWritable(sent.body, res);
    else res.end();
  } finally {
    for (const { body } of new Set([sent, response]))
      if (body && !body.locked) await body.cancel().catch(() => {});
  }
}
