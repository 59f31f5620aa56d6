import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type Encoding, isCompressible, pickEncoding } from "./compression.server.ts";
import { HttpError, problem } from "./problem.server.ts";
import type { RequestContext } from "./request-context.server.ts";
import { speculationRules } from "./speculation-rules.ts";

export const strictTransportSecurity = "max-age=31536000; includeSubDomains";

const speculationSource = `'sha256-${createHash("sha256").update(speculationRules).digest("base64")}'`;

const isDevelopment = process.env.NODE_ENV === "development";

/**
 * Sets the security headers of every response except built files. The policy allows scripts from our files or with the
 * nonce, and no framing. Development has no policy, because hot reload is inline.
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
  for (const [name, value] of requestContext.responseHeaders) headers.set(name, value);
  if (!headers.has("Content-Security-Policy") && !isDevelopment) {
    headers.set("Content-Security-Policy", contentSecurityPolicy(requestContext, hasNonce));
  }
}

/** For data about members and responses to a POST. */
export const forbidStoring = (headers: Headers): void => headers.set("Cache-Control", "private, no-store");

/** Has the browser delete everything it stores for this site: pages, typed texts, the service worker. */
export const emptyDevice = (headers: Headers): void => headers.set("Clear-Site-Data", '"storage"');

function contentSecurityPolicy(requestContext: RequestContext, hasNonce: boolean): string {
  const { origin, isSecure, allowsBlobFrames } = requestContext;
  return [
    "default-src 'none'",
    // Reading the nonce draws random bytes, which only a page needs.
    `script-src 'self' ${speculationSource}${hasNonce ? ` 'nonce-${requestContext.nonce}'` : ""}`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    // In some browsers 'self' does not include WebSockets.
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

/** A weak tag, because all encodings of the body share it. */
export const createEtag = (body: Buffer): string =>
  `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;

export const createVersionTag = (version: number, body: string): string =>
  `"${version}.${createHash("sha256").update(body).digest("base64url").slice(0, 16)}"`;

/** A strong tag must identify one encoding, so the encoding's name is appended. */
export const encodeTag = (etag: string, encoding: Encoding): string =>
  etag.startsWith('"') ? `${etag.slice(0, -1)}.${encoding}"` : etag;

/** Returns the versions in `If-Match`, from strong tags only; undefined if any version matches. */
export function readIfMatch(header: string | null): number[] | undefined {
  if (header === null || header.trim() === "*") return undefined;
  return [...header.matchAll(/(?<![^\s,])"(\d{1,15})\.[\w-]+(?:\.(?:br|gzip))?"/g)].map(([, version]) =>
    Number(version),
  );
}

/** Compares weakly, because proxies that compress make a tag weak. */
export function matchesEtag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  const opaque = (tag: string) =>
    tag
      .trim()
      .replace(/^W\//, "")
      .replace(/\.(br|gzip)"$/, '"');
  const known = ifNoneMatch?.split(",").map(opaque) ?? [];
  return known.includes(opaque(etag)) || known.includes("*");
}

/** 503 for a page that could not load some or all of its data. */
export const statusOfPage = (status: number, { responseHeaders }: RequestContext): number =>
  responseHeaders.has("Retry-After") && (status === 200 || status === 500) ? 503 : status;

export function completePage(response: Response, requestContext: RequestContext): Response {
  const { responseHeaders } = requestContext;
  const retryAfter = responseHeaders.get("Retry-After");
  if (retryAfter === null) return response;
  const status = statusOfPage(response.status, requestContext);
  responseHeaders.delete("Retry-After");
  const headers = new Headers(response.headers);
  if (status >= 400) headers.set("Retry-After", retryAfter);
  return new Response(response.body, { status, headers });
}

const exposedHeaders =
  "Allow, Content-Disposition, Deprecation, ETag, Idempotent-Replayed, Link, Location, RateLimit, RateLimit-Policy, Retry-After, Sunset, WWW-Authenticate, X-Request-Id";

/** Gives all errors one shape and sets cache headers. Other sites may call only without the visitor's cookies. */
export function completeApiResponse(response: Response, hasCookie: boolean): Response {
  const { status, headers } = response;
  const isProblem = headers.get("Content-Type")?.startsWith("application/problem+json") ?? false;
  if (status >= 400 && !isProblem) return completeApiResponse(problem(new HttpError(status)), hasCookie);
  if (!hasCookie) {
    headers.set("Access-Control-Allow-Origin", "*");
    headers.set("Access-Control-Expose-Headers", exposedHeaders);
  }
  // Caches may store a 404 by default.
  if (status >= 400) headers.set("Cache-Control", "no-store");
  else {
    headers.set("Cache-Control", headers.get("Cache-Control") ?? "private, no-cache");
    headers.append("Vary", "Authorization, Cookie");
  }
  return response;
}

/** Gzips a stream if the client accepts it, but not a part of a file: its range counts uncompressed bytes. */
export function compressStream(response: Response, req: IncomingMessage): Response {
  const { body, status } = response;
  const headers = new Headers(response.headers);
  const size = Number(headers.get("Content-Length") ?? Number.POSITIVE_INFINITY);
  const isSmaller = isCompressible(headers, size) && headers.get("Accept-Ranges") !== "bytes";
  if (!body || !isSmaller || !pickEncoding(req.headers["accept-encoding"], ["gzip"])) return response;
  headers.set("Content-Encoding", "gzip");
  headers.delete("Content-Length");
  headers.append("Vary", "Accept-Encoding");
  const etag = headers.get("ETag");
  if (etag) headers.set("ETag", encodeTag(etag, "gzip"));
  return new Response(body.pipeThrough(new CompressionStream("gzip")), { status, headers });
}
