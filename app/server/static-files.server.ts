import { readdirSync, readFileSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";
import { env } from "#app/platform/env.server.ts";
import { type Encoding, encodingEndings, pickEncoding } from "#app/platform/http/compression.server.ts";
import { createEtag, matchesEtag, strictTransportSecurity } from "#app/platform/http/response.server.ts";

const contentTypes: Record<string, string> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
};

/** File names in `/assets/` contain a hash. */
const isImmutable = (path: string) => path.startsWith("/assets/");

function cacheControlOf(path: string): string {
  if (isImmutable(path)) return "public, max-age=31536000, immutable";
  return path === "/worker.js" ? "no-cache" : "public, max-age=3600";
}

/**
 * Serves files from memory: docs/decisions/0004. @returns a handler that returns false for requests that are not for a
 * built file
 */
export function createStaticHandler(folder: string) {
  const files = new Map<string, Buffer>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const file = join(folder, name);
    if (name.startsWith(".") || !statSync(file).isFile()) continue;
    files.set(`/${name.replaceAll(sep, "/")}`, readFileSync(file));
  }
  const tags = new Map([...files].map(([path, bytes]) => [path, createEtag(bytes)]));

  function send(path: string, type: string, req: IncomingMessage, res: ServerResponse): void {
    const tag = tags.get(path) ?? "";
    const headers = new Headers({
      "Content-Type": type,
      "Cache-Control": cacheControlOf(path),
      ...(!isImmutable(path) && { ETag: tag }),
      "X-Content-Type-Options": "nosniff",
      Vary: "Accept-Encoding",
    });
    if (env.APP_URL?.startsWith("https:")) headers.set("Strict-Transport-Security", strictTransportSecurity);
    // Browsers check for a new worker on every page.
    if (matchesEtag(req.headers["if-none-match"], tag)) {
      res.writeHead(304, Object.fromEntries(headers)).end();
      return;
    }
    const compressed = new Map<Encoding, Buffer>(
      encodingEndings.flatMap(([encoding, ending]) => {
        const copy = files.get(path + ending);
        return copy ? [[encoding, copy] as const] : [];
      }),
    );
    const encoding = pickEncoding(req.headers["accept-encoding"], [...compressed.keys()]);
    if (encoding) headers.set("Content-Encoding", encoding);
    const bytes = (encoding ? compressed.get(encoding) : files.get(path)) ?? Buffer.alloc(0);
    headers.set("Content-Length", String(bytes.length));
    res.writeHead(200, Object.fromEntries(headers));
    res.end(req.method === "HEAD" ? undefined : bytes);
  }

  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const path = (req.url ?? "").split("?", 1)[0] ?? "";
    const type = contentTypes[extname(path)];
    if (!type || !files.has(path) || (req.method !== "GET" && req.method !== "HEAD")) return false;
    send(path, type, req, res);
    return true;
  };
}
