import type { Readable } from "node:stream";
import { inaccessible, unreachable } from "#app/device/open-file.ts";
import { isStoreFailure } from "#db/failures.ts";
import { storedFiles } from "../file-store/stored-files.server.ts";
import { HttpError, problem } from "../http/problem.server.ts";
import { refuseWithPage } from "../http/request.server.ts";
import type { RequestContext } from "../http/request-context.server.ts";
import { log } from "../process/log.server.ts";

export interface ServeOptions {
  name: string;
  /** Including the quotes. */
  etag: string;
  headers: Record<string, string>;
  /** A file with a different size is damaged and not served. */
  size?: number;
}

interface ByteRange {
  start: number;
  end: number;
}

/** Serves a file as in RFC 9110 (docs/decisions/0020). Returns null if it does not exist, 503 if its store fails. */
export async function serveFile(
  request: Request,
  requestContext: RequestContext,
  file: ServeOptions,
): Promise<Response | null> {
  try {
    return await respondFile(request, file);
  } catch (err) {
    if (!isStoreFailure(err)) throw err;
    log.error({ requestId: requestContext.id, err }, "a file could not be read");
    return refuseFile(request, requestContext, 503);
  }
}

async function respondFile(request: Request, file: ServeOptions): Promise<Response | null> {
  const size = await storedFiles.size(file.name);
  if (size === null || (file.size !== undefined && file.size !== size)) return null;
  const headers = new Headers({ ...file.headers, ETag: file.etag, "Accept-Ranges": "bytes" });
  if (isNotModified(request, file.etag)) {
    headers.delete("Content-Type");
    return new Response(null, { status: 304, headers });
  }
  const range = parseRange(request, size, file.etag);
  if (range === "unsatisfiable") {
    headers.set("Content-Range", `bytes */${size}`);
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range ?? { start: 0, end: size };
  if (range) headers.set("Content-Range", `bytes ${start}-${end - 1}/${size}`);
  headers.set("Content-Length", String(end - start));
  const status = range ? 206 : 200;
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const source = await storedFiles.open(file.name, start, end);
  return source && new Response(streamFile(source, end - start, request.signal), { status, headers });
}

function isNotModified(request: Request, etag: string): boolean {
  const knownTags = request.headers.get("If-None-Match");
  if (knownTags === null) return false;
  return knownTags.split(",").some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")));
}

/** Returns null to send the whole file, for example for several ranges. */
function parseRange(request: Request, size: number, etag: string): ByteRange | "unsatisfiable" | null {
  const ifRange = request.headers.get("If-Range");
  if (ifRange !== null && ifRange !== etag) return null;
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get("Range")?.trim() ?? "") ?? [];
  if (from === undefined || to === undefined || (from === "" && to === "")) return null;
  if (from === "")
    return to === "0" || size === 0 ? "unsatisfiable" : { start: Math.max(0, size - Number(to)), end: size };
  const start = Number(from);
  const end = to === "" ? size : Math.min(size, Number(to) + 1);
  if (to !== "" && Number(to) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}

/** Closes the file when the request ends, because the router then drops the response unread. */
function streamFile(source: Readable, length: number, signal: AbortSignal): ReadableStream<Uint8Array> {
  const chunks = source.iterator() as AsyncIterator<Buffer>;
  const close = () => void source.destroy();
  // Without a listener, an error before the first read would end the process.
  source.on("error", () => {});
  signal.addEventListener("abort", close, { once: true });
  if (signal.aborted) close();
  let left = length;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await chunks.next();
        left -= value?.length ?? 0;
        // A truncated file must not look like a complete download.
        if (done && left !== 0) throw new Error("the file is shorter than it was");
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}

export const respondFileMissing = (request: Request, requestContext: RequestContext): Response =>
  refuseFile(request, requestContext, 404);

function refuseFile(request: Request, requestContext: RequestContext, status: 404 | 503): Response {
  if (request.method === "GET" && request.headers.get("Accept")?.includes("text/html")) {
    return refuseWithPage(requestContext, new HttpError(status, `${inaccessible} ${unreachable}`));
  }
  return problem(new HttpError(status, inaccessible));
}
