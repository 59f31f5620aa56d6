import type { IncomingMessage, ServerResponse } from "node:http";
import { sendResponse } from "@remix-run/node-fetch-server";
import { log } from "../log.server.ts";
import { drainBody } from "./body.server.ts";
import { compress, isCompressible, pickEncoding } from "./compression.server.ts";
import type { KeptRequest, KeptResponses } from "./kept-responses.server.ts";
import type { RequestContext } from "./request-context.server.ts";
import { compressStream, getBuffer, setSecurityHeaders } from "./response.server.ts";

/** Completes a response with the headers that all of them have, and writes it to the socket. */
export async function send(...args: Parameters<typeof write>): Promise<void> {
  const [, res, , { id }] = args;
  try {
    await write(...args);
  } catch (error) {
    if (!res.destroyed) log.warn({ requestId: id, err: error }, "response broke off");
    res.destroy();
  }
}

async function write(
  req: IncomingMessage,
  res: ServerResponse,
  response: Response,
  requestContext: RequestContext,
  kept?: { responses: KeptResponses; request: KeptRequest } | null,
): Promise<void> {
  const { headers, status } = response;
  const body = getBuffer(response);
  // A page without inline scripts needs no nonce, and can be kept.
  const isPage = headers.get("Content-Type")?.startsWith("text/html") ?? false;
  const hasNonce = isPage && (body?.includes(requestContext.nonce) ?? false);
  setSecurityHeaders(headers, requestContext, hasNonce);
  for (const cookie of requestContext.cookies) headers.append("Set-Cookie", cookie);
  const isKept =
    kept &&
    status === 200 &&
    !hasNonce &&
    (requestContext.hasSession ?? false) === kept.request.isForMembers &&
    requestContext.cookies.length === 0;
  if (!req.complete && !drainBody(req)) headers.set("Connection", "close");
  if (body === undefined) return sendStream(req, res, response);

  const encoding = isCompressible(headers, body.length) ? pickEncoding(req.headers["accept-encoding"]) : null;
  const sent = encoding ? await compress(body, encoding, isKept && isPage ? "kept" : "once") : body;
  if (encoding) headers.set("Content-Encoding", encoding);
  headers.append("Vary", isPage ? "Accept-Encoding, Cookie, Save-Data" : "Accept-Encoding");
  if (isKept) {
    kept.responses.keep(kept.request, sent, headers);
    if (kept.responses.send(kept.request, req, res, requestContext.id)) return;
  }
  headers.set("Content-Length", String(sent.length));
  const cookies = headers.getSetCookie();
  const plain: Record<string, string | string[]> = Object.fromEntries(headers);
  if (cookies.length > 0) plain["set-cookie"] = cookies;
  res.writeHead(status, plain);
  res.end(req.method === "HEAD" ? undefined : sent);
}

/** Sends a streamed body, and cancels it when its reader is gone, so that the file behind it is closed. */
async function sendStream(req: IncomingMessage, res: ServerResponse, response: Response): Promise<void> {
  const sent = res.destroyed ? response : await compressStream(response, req);
  try {
    if (!res.destroyed) await sendResponse(res, sent);
  } finally {
    for (const { body } of new Set([sent, response]))
      if (body && !body.locked) await body.cancel().catch(() => {});
  }
}
