import { type FileHandle, open } from "node:fs/promises";
import { HttpError, problem } from "../../http/problem.server.ts";
import type { RequestContext } from "../../http/request-context.server.ts";
import { resourceTexts } from "../../schemas/resource.ts";

/** How much of a file is read at once, in bytes. At most two such pieces wait in memory for one visitor. */
const chunkBytes = 256 * 1024;

export interface ServeOptions {
  path: string;
  /** Names the content, in quotes: it never changes under one tag. */
  etag: string;
  headers: Record<string, string>;
  /** Its size as it was stored; a file of another size is not the one. */
  size?: number;
}

/** What is sent of a file: all of it, or the part that was asked for. */
interface ByteRange {
  start: number;
  /** The first byte that is not sent. */
  end: number;
}

/**
 * Answers with a file as RFC 9110 has it: GET and HEAD, 304 for who has it already, one range, 416.
 * @returns null when the file is not there
 */
export async function serveFile(request: Request, file: ServeOptions): Promise<Response | null> {
  const handle = await open(file.path, "r").catch(() => null);
  if (!handle) return null;
  let sending = false;
  try {
    const { size } = await handle.stat();
    if (file.size !== undefined && file.size !== size) return null;
    const headers = new Headers({ ...file.headers, ETag: file.etag, "Accept-Ranges": "bytes" });
    if (isNotModified(request, file.etag)) {
      headers.delete("Content-Type");
      return new Response(null, { status: 304, headers });
    }
    const part = parseRange(request, size, file.etag);
    if (part === "unsatisfiable") {
      headers.set("Content-Range", `bytes */${size}`);
      return new Response(null, { status: 416, headers });
    }
    const { start, end } = part ?? { start: 0, end: size };
    if (part) headers.set("Content-Range", `bytes ${start}-${end - 1}/${size}`);
    headers.set("Content-Length", String(end - start));
    const status = part ? 206 : 200;
    if (request.method === "HEAD") return new Response(null, { status, headers });
    sending = true;
    return new Response(streamFile(handle, start, end), { status, headers });
  } finally {
    if (!sending) await handle.close();
  }
}

function isNotModified(request: Request, etag: string): boolean {
  const known = request.headers.get("If-None-Match");
  if (known === null) return false;
  return known.split(",").some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")));
}

/** The one range that was asked for; null when all is to be sent: for several ranges, or for another file's. */
function parseRange(request: Request, size: number, etag: string): ByteRange | "unsatisfiable" | null {
  const condition = request.headers.get("If-Range");
  if (condition !== null && condition !== etag) return null;
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get("Range")?.trim() ?? "") ?? [];
  if (from === undefined || to === undefined || (from === "" && to === "")) return null;
  if (from === "")
    return to === "0" || size === 0 ? "unsatisfiable" : { start: Math.max(0, size - Number(to)), end: size };
  const start = Number(from);
  const end = to === "" ? size : Math.min(size, Number(to) + 1);
  if (to !== "" && Number(to) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}

function streamFile(handle: FileHandle, start: number, end: number): ReadableStream<Uint8Array> {
  let at = start;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const length = Math.min(chunkBytes, end - at);
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, at);
      at += bytesRead;
      if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead));
      if (at < end && bytesRead > 0) return;
      await handle.close();
      // Cut short under our hands: better a broken download than one that looks whole.
      if (at < end) controller.error(new Error("the file ended early"));
      else controller.close();
    },
    cancel: () => handle.close(),
  });
}

/** The answer where a file is not there: a page for people, a problem document for programs. */
export function fileUnavailable(request: Request, requestContext: RequestContext): Response {
  const error = new HttpError(404, resourceTexts.unreachable);
  if (request.method === "GET" && request.headers.get("Accept")?.includes("text/html")) {
    requestContext.rejection = error;
  }
  return problem(error);
}
