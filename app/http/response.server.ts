import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { constants } from "node:zlib";
import { sendResponse } from "@remix-run/node-fetch-server";
import { compressResponse } from "@remix-run/response/compress";
import { log } from "../log.server.ts";
import { drainBody } from "./body.server.ts";
import { HttpError, problem } from "./problem.server.ts";
import type { RequestContext } from "./request-context.server.ts";

const isDevelopment = process.env.NODE_ENV === "development";

/** Sends a response with the headers that every response has and the cookies that the request set. */
export async function writeResponse(
  req: IncomingMessage,
  res: ServerResponse,
  { status, statusText, body, headers: ownHeaders }: Response,
  requestContext: RequestContext,
): Promise<void> {
  const headers = new Headers(ownHeaders);
  setSecurityHeaders(headers, requestContext);
  for (const cookie of requestContext.cookies) headers.append("Set-Cookie", cookie);
  if (!req.complete && !drainBody(req)) headers.set("Connection", "close");
  try {
    await sendResponse(res, new Response(body, { status, statusText, headers }));
  } catch (error) {
    if (!res.destroyed) log.warn({ requestId: requestContext.id, err: error }, "response broke off");
    res.destroy();
  }
}

/**
 * Sets the headers of every response. Scripts run only from our own files or with the page's nonce, nothing may
 * frame us, and inline styles are ignored. Development has no policy, because hot reload uses inline scripts.
 */
function setSecurityHeaders(headers: Headers, requestContext: RequestContext): void {
  headers.set("X-Content-Type-Options", "nosniff");
  if (!headers.has("Referrer-Policy")) headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("X-Request-Id", requestContext.id);
  if (requestContext.isSecure) headers.set("Strict-Transport-Security", "max-age=31536000");
  if (!headers.has("Content-Security-Policy") && !isDevelopment) {
    headers.set("Content-Security-Policy", contentSecurityPolicy(requestContext));
  }
}

function contentSecurityPolicy({ nonce, origin, isSecure, allowsBlobFrames }: RequestContext): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    // Some browsers do not count a socket as 'self'.
    `connect-src 'self' ${origin.replace(/^http/, "ws")}`,
    "manifest-src 'self'",
    `frame-src 'self'${allowsBlobFrames ? " blob:" : ""}`,
    "media-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(isSecure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

/** Completes an API response: one error shape, `ETag`, 304 for callers that have it, `HEAD`. */
export async function finalizeApiResponse(response: Response, request: Request): Promise<Response> {
  const type = response.headers.get("Content-Type") ?? "";
  if (response.status >= 400) {
    return type.startsWith("application/problem+json") ? response : problem(new HttpError(response.status));
  }
  response.headers.set("Cache-Control", response.headers.get("Cache-Control") ?? "private, no-cache");
  response.headers.append("Vary", "Authorization, Cookie");
  if (request.method !== "GET" && request.method !== "HEAD") return response;

  const body = Buffer.from(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
  headers.set("ETag", etag);
  const known = request.headers
    .get("If-None-Match")
    ?.split(",")
    .map((tag) => tag.trim().replace(/^(?!W\/)/, "W/"));
  if (known?.includes(etag) || known?.includes("W/*")) {
    headers.delete("Content-Type");
    return new Response(null, { status: 304, headers });
  }
  headers.set("Content-Length", String(body.length));
  return new Response(request.method === "HEAD" ? null : body, { status: response.status, headers });
}

const compressibleTypes =
  /^(text\/|application\/(json|problem\+json|xml|atom\+xml|manifest\+json)|image\/svg)/;

/** Compresses text. The window is 64 KB: the default of 4 MB costs more than half the throughput. */
export async function compressText(response: Response, request: Request): Promise<Response> {
  if (!response.body || !compressibleTypes.test(response.headers.get("Content-Type") ?? "")) return response;
  return compressResponse(response, request, {
    encodings: ["br", "gzip"],
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 16 } },
    zlib: { level: 6 },
  });
}

/**
 * The request that the router handles: HEAD as the GET it stands for, so that their headers agree. React Router
 * rejects methods it does not know itself; as PATCH, which no call supports, they reach our own 405 with `Allow`.
 */
export function toRoutedMethod(request: Request): Request {
  const method = request.method === "HEAD" ? "GET" : request.method;
  const routed = ["GET", "POST", "PUT", "DELETE"].includes(method) ? method : "PATCH";
  return routed === request.method ? request : new Request(request, { method: routed });
}
