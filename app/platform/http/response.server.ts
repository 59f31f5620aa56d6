import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type Encoding, isCompressible, pickEncoding } from "./compression.server.ts";
import { HttpError, problem } from "./problem.server.ts";
import type { RequestContext } from "./request-context.server.ts";
import { speculationRules } from "./speculation-rules.ts";

export const strictTransportSecurity = "max-age=31536000; includeSubDomains";

const speculationSource = `'sha256-${createHash("sha256").update(speculationRules).digest("base64")}'`;

const isDevelopment = process.env.NODE_ENV === "development";

/** Scripts run from our files or with the nonce, nothing may frame us. Hot reload uses inline scripts: no policy there. */
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

/** For data about members, and for what answers a post: nobody stores a copy of the response. */
export const forbidStoring = (headers: Headers): void => headers.set("Cache-Control", "private, no-store");

/** Has the browser drop what it keeps of this site: pages, typed texts, the worker. */
export const emptyDevice = (headers: Headers): void => headers.set("Clear-Site-Data", '"storage"');

function contentSecurityPolicy(
  { nonce, origin, isSecure, allowsBlobFrames }: RequestContext,
  hasNonce: boolean,
): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${speculationSource}${hasNonce ? ` 'nonce-${nonce}'` : ""}`,
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

/** The tag of a body. It is weak, because each encoding of the body has the same. */
export const createEtag = (body: Buffer): string =>
  `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;

export const createVersionTag = (version: number, body: string): string =>
  `"${version}.${createHash("sha256").update(body).digest("base64url").slice(0, 16)}"`;

/** A strong tag belongs to one encoding of the body: the others' have its name at the end. */
export const encodeTag = (etag: string, encoding: Encoding): string =>
  etag.startsWith('"') ? `${etag.slice(0, -1)}.${encoding}"` : etag;

/** The versions that `If-Match` names with strong tags; undefined if every version will do. */
export function readIfMatch(header: string | null): number[] | undefined {
  if (header === null || header.trim() === "*") return undefined;
  return [...header.matchAll(/(?<![^\s,])"(\d{1,15})\.[\w-]+(?:\.(?:br|gzip))?"/g)].map(([, version]) =>
    Number(version),
  );
}

/** Whether an `If-None-Match` names a tag. Proxies that compress mark a tag as weak. */
export function hasTag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  const opaque = (tag: string) =>
    tag
      .trim()
      .replace(/^W\//, "")
      .replace(/\.(br|gzip)"$/, '"');
  const known = ifNoneMatch?.split(",").map(opaque) ?? [];
  return known.includes(opaque(etag)) || known.includes("*");
}

/** A page that the store failed is a 503, be it a part that is missing or its whole data. */
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

/** One shape of errors, headers for caches. Other sites may call without a visitor's cookies only. */
export function completeApiResponse(response: Response, hasCookie: boolean): Response {
  const { status, headers } = response;
  const isProblem = headers.get("Content-Type")?.startsWith("application/problem+json") ?? false;
  if (status >= 400 && !isProblem) return completeApiResponse(problem(new HttpError(status)), hasCookie);
  if (!hasCookie) {
    headers.set("Access-Control-Allow-Origin", "*");
    headers.set("Access-Control-Expose-Headers", exposedHeaders);
  }
  // Caches may keep a 404 without being told to.
  if (status >= 400) headers.set("Cache-Control", "no-store");
  else {
    headers.set("Cache-Control", headers.get("Cache-Control") ?? "private, no-cache");
    headers.append("Vary", "Authorization, Cookie");
  }
  return response;
}

/** A stream by gzip, where its reader takes that. A part of a file stays as it is: its range counts the file's own bytes. */
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
