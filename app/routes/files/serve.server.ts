import { type FileHandle, open } from "node:fs/promises";
import { HttpError, problem } from "../../http/problem.server.ts";
import type { RequestContext } from "../../http/request-context.server.ts";
import { resourceTexts } from "../../schemas/resource.ts";

const chunkBytes = 256 * 1024;

export interface ServeOptions {
  path: string;
  /** In quotes. */
  etag: string;
  headers: Record<string, string>;
  /** A file of another size is damaged and not served. */
  size?: number;
}

interface ByteRange {
  start: number;
  /** Exclusive. */
  end: number;
}

/** Serves a file as RFC 9110 says (docs/decisions/0020). Returns null when it does not exist. */
export async function serveFile(request: Request, file: ServeOptions): Promise<Response | null> {
  const handle = await open(file.path, "r").catch(() => null);
  if (!handle) return null;
  let isStreaming = false;
  try {
    const { size } = await handle.stat();
    if (file.size !== undefined && file.size !== size) return null;
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
    isStreaming = true;
    return new Response(streamFile(handle, start, end, request.signal), { status, headers });
  } finally {
    if (!isStreaming) await handle.close();
  }
}

function isNotModified(request: Request, etag: string): boolean {
  const knownTags = request.headers.get("If-None-Match");
  if (knownTags === null) return false;
  return knownTags.split(",").some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")));
}

/** Returns null when the whole file is to be sent, as for several ranges. */
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

/** Closes the file with the request, because the router then drops the response unread. */
function streamFile(
  handle: FileHandle,
  start: number,
  end: number,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  let position = start;
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= handle.close().catch(() => {});
    return closing;
  };
  signal.addEventListener("abort", close, { once: true });
  if (signal.aborted) void close();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const length = Math.min(chunkBytes, end - position);
        const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, position);
        position += bytesRead;
        if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead));
        if (position < end && bytesRead > 0) return;
        // A file that became shorter must not look like a complete download.
        if (position < end) throw new Error("the file is shorter than it was");
      } catch (error) {
        await close();
        throw error;
      }
      await close();
      controller.close();
    },
    cancel: close,
  });
}

export function respondFileMissing(request: Request, requestContext: RequestContext): Response {
  const error = new HttpError(404, resourceTexts.inaccessible);
  if (request.method === "GET" && request.headers.get("Accept")?.includes("text/html")) {
    requestContext.rejection = error;
  }
  return problem(error);
}
