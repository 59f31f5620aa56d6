import { readdirSync, readFileSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";
import { env } from "../env.server.ts";
import { strictTransportSecurity } from "./response.server.ts";

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
const encodings = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

/**
 * Serves the client build, precompressed and from memory (docs/decisions/0004).
 * @returns a handler that returns false for requests that are not for a built file
 */
export function createStaticHandler(folder: string) {
  const files = new Map<string, Buffer>();
  const isSecure = env.APP_URL?.startsWith("https:");
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const file = join(folder, name);
    if (name.startsWith(".") || !statSync(file).isFile()) continue;
    files.set(`/${name.replaceAll(sep, "/")}`, readFileSync(file));
  }
  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const path = (req.url ?? "").split("?", 1)[0] ?? "";
    const type = contentTypes[extname(path)];
    if (!type || !files.has(path) || (req.method !== "GET" && req.method !== "HEAD")) return false;
    const accepted = String(req.headers["accept-encoding"] ?? "");
    const encoding = encodings.find(([name, suffix]) => accepted.includes(name) && files.has(path + suffix));
    const bytes = files.get(path + (encoding?.[1] ?? "")) ?? Buffer.alloc(0);
    res.writeHead(200, {
      "Content-Type": type,
      "Content-Length": bytes.length,
      "Cache-Control": path.startsWith("/assets/")
        ? "public, max-age=31536000, immutable"
        : "public, max-age=3600",
      "X-Content-Type-Options": "nosniff",
      Vary: "Accept-Encoding",
      ...(encoding && { "Content-Encoding": encoding[0] }),
      ...(isSecure && { "Strict-Transport-Security": strictTransportSecurity }),
    });
    res.end(req.method === "HEAD" ? undefined : bytes);
    return true;
  };
}
