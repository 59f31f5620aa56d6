import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { compressResponse } from "@remix-run/response/compress";
import { isCompressible } from "./compression.server.ts";
import { HttpError, problem } from "./problem.server.ts";
import type { RequestContext } from "./request-context.server.ts";

// A Response hides its body behind a web stream. Pages and JSON are complete in memory before they are sent, so the
// buffer is kept beside the Response and written to the socket in one piece (docs/performance.md).

const buffers = new WeakMap<Response, Buffer>();

/** A Response whose body is complete in memory. */
export function createBufferedResponse(body: Buffer, init: ResponseInit): Response {
  const response = new Response(null, init);
  buffers.set(response, body);
  return response;
}

/** The body of a response that `createBufferedResponse` made. */
export const getBuffer = (response: Response): Buffer | undefined => buffers.get(response);

export const strictTransportSecurity = "max-age=31536000; includeSubDomains";

const isDevelopment = process.env.NODE_ENV === "development";

/**
 * Sets the headers of every response. Scripts run only from our own files or with the page's nonce, nothing may
 * frame us, and inline styles are ignored. Development has no policy, because hot reload uses inline scripts.
 */
export function setSecurityHeaders(
  headers: Headers,
  requestContext: RequestContext,
  hasNonce: boolean,
): void {
  headers.set("X-Content-Type-Options", "nosniff");
  if (!headers.has("Referrer-Policy")) headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("X-Request-Id", requestContext.id);
  if (requestContext.isSecure) headers.set("Strict-Transport-Security", strictTransportSecurity);
  if (requestContext.isPersonal) headers.set("Cache-Control", "private, no-store");
  if (!headers.has("Content-Security-Policy") && !isDevelopment) {
    headers.set("Content-Security-Policy", contentSecurityPolicy(requestContext, hasNonce));
  }
}

function contentSecurityPolicy(
  { nonce, origin, isSecure, allowsBlobFrames }: RequestContext,
  hasNonce: boolean,
): string {
  return [
    "default-src 'none'",
    `script-src 'self'${hasNonce ? ` 'nonce-${nonce}'` : ""}`,
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

/** The `ETag` of an API response. It is weak, because a compressed copy has the same. */
export const createEtag = (body: Buffer): string =>
  `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;

/** What a page of another site may read of an answer beside its body. */
const exposedHeaders =
  "Allow, ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id";

/**
 * Completes an API response: one error shape, `ETag`, 304 for callers that have it, `HEAD`. Pages of other sites may
 * read it, unless cookies came with the request: they call as a guest or with a token, never as whoever looks at them.
 */
export async function finalizeApiResponse(answer: Response, request: Request): Promise<Response> {
  const type = answer.headers.get("Content-Type") ?? "";
  const isOdd = answer.status >= 400 && !type.startsWith("application/problem+json");
  const response = isOdd ? problem(new HttpError(answer.status)) : answer;
  if (!request.headers.has("Cookie")) {
    response.headers.set("Access-Control-Allow-Origin", "*");
    response.headers.set("Access-Control-Expose-Headers", exposedHeaders);
  }
  if (response.status >= 400) {
    // Caches may keep a 404 without being told to.
    response.headers.set("Cache-Control", "no-store");
    return response;
  }
  response.headers.set("Cache-Control", response.headers.get("Cache-Control") ?? "private, no-cache");
  response.headers.append("Vary", "Authorization, Cookie");
  if (request.method !== "GET" && request.method !== "HEAD") return response;

  const body = getBuffer(response) ?? Buffer.from(await response.arrayBuffer());
  const { headers } = response;
  const etag = headers.get("ETag") ?? createEtag(body);
  headers.set("ETag", etag);
  const known = request.headers
    .get("If-None-Match")
    ?.split(",")
    .map((tag) => tag.trim().replace(/^(?!W\/)/, "W/"));
  if (known?.includes(etag) || known?.includes("W/*")) {
    headers.delete("Content-Type");
    return new Response(null, { status: 304, headers });
  }
  return createBufferedResponse(body, { status: response.status, headers });
}

/** Compresses text that is streamed. What is complete in memory is compressed by `send`. */
export async function compressStream(response: Response, req: IncomingMessage): Promise<Response> {
  if (!response.body || !isCompressible(response.headers, Number.POSITIVE_INFINITY)) return response;
  const request = new Request("http://localhost", {
    headers: { "Accept-Encoding": String(req.headers["accept-encoding"] ?? "") },
  });
  return compressResponse(response, request, { encodings: ["gzip"], zlib: { level: 6 } });
}

/**
 * The request that the router handles: HEAD as the GET it stands for, so that their headers agree. React Router
 * rejects methods it does not know itself; as PATCH, which no call supports, they reach our own 405 with `Allow`.
 */
export function toRoutedMethod(request: Request): Request {
  const method = request.method === "HEAD" ? "GET" : request.method;
  const routed = ["GET", "POST", "PUT", "DELETE", "OPTIONS"].includes(method) ? method : "PATCH";
  return routed === request.method ? request : new Request(request, { method: routed });
}
