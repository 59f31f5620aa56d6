import { readdirSync, readFileSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, sep } from "node:path";
import type { Duplex } from "node:stream";

/** The process: one port for pages, API, files and sockets. The product itself is in `app/`. */
const production = process.env.NODE_ENV === "production";
const stopWithin = 10_000;

type Listener = (req: IncomingMessage, res: ServerResponse) => void;
interface App {
  env: { PORT: number; HOST: string };
  log: { info(fields: object, text: string): void };
  handleRequest: (req: IncomingMessage, res: ServerResponse) => Promise<void>;
  handleUpgrade: (req: IncomingMessage, stream: Duplex, head: Buffer) => Promise<void>;
  closeSockets(): void;
  close(): Promise<void>;
}

/** What the build made for browsers, compressed beforehand, all of it (a megabyte or two) in memory. */
function builtFiles(folder: string): (req: IncomingMessage, res: ServerResponse, next: () => void) => void {
  const types: Record<string, string> = {
    ...{
      ".js": "text/javascript; charset=utf-8",
      ".css": "text/css; charset=utf-8",
      ".svg": "image/svg+xml",
    },
    ...{ ".png": "image/png", ".ico": "image/x-icon", ".webp": "image/webp", ".avif": "image/avif" },
    ...{
      ".txt": "text/plain; charset=utf-8",
      ".webmanifest": "application/manifest+json",
      ".json": "application/json",
    },
  };
  const files = new Map<string, Buffer>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const file = join(folder, name);
    if (!name.startsWith(".") && statSync(file).isFile())
      files.set(`/${name.replaceAll(sep, "/")}`, readFileSync(file));
  }
  return (req, res, next) => {
    const path = (req.url ?? "").split("?", 1)[0] ?? "";
    const type = types[extname(path)];
    if (!type || !files.has(path) || (req.method !== "GET" && req.method !== "HEAD")) return next();
    const accepted = String(req.headers["accept-encoding"] ?? "");
    const encoding = [["br", `${path}.br`] as const, ["gzip", `${path}.gz`] as const].find(
      ([name, compressed]) => accepted.includes(name) && files.has(compressed),
    );
    const bytes = files.get(encoding?.[1] ?? path) ?? Buffer.alloc(0);
    res.writeHead(200, {
      "Content-Type": type,
      "Content-Length": bytes.length,
      "Cache-Control": path.startsWith("/assets/")
        ? "public, max-age=31536000, immutable"
        : "public, max-age=3600",
      "X-Content-Type-Options": "nosniff",
      Vary: "Accept-Encoding",
      ...(encoding && { "Content-Encoding": encoding[0] }),
    });
    res.end(req.method === "HEAD" ? undefined : bytes);
  };
}

/** The product, and what answers before it. In development the newest code answers every request. */
async function load(): Promise<{ app: App; listener: Listener; stop?: () => Promise<void> }> {
  if (production) {
    const app = (await import(new URL("./build/server/index.js", import.meta.url).href)) as App;
    const assets = builtFiles("build/client");
    return { app, listener: (req, res) => assets(req, res, () => app.handleRequest(req, res)) };
  }
  const { createServer: createVite } = await import("vite");
  const vite = await createVite({ server: { middlewareMode: true }, appType: "custom" });
  const newest = async () => (await vite.ssrLoadModule("/app/server.ts")) as App;
  return {
    app: await newest(),
    listener: (req, res) => vite.middlewares(req, res, async () => (await newest()).handleRequest(req, res)),
    stop: () => vite.close(),
  };
}

const { app, listener, stop } = await load().catch((error: Error) => {
  process.stderr.write(`${error.message.startsWith("Environment:") ? error.message : error.stack}\n`);
  process.exit(1);
});

const server = createServer(
  {
    headersTimeout: 15_000,
    requestTimeout: 0,
    keepAliveTimeout: 65_000,
    // A client that offers HTTP/2 on its way is answered as if it had not.
    shouldUpgradeCallback: (req) => req.headers.upgrade?.toLowerCase() === "websocket",
  },
  listener,
);
server.on("upgrade", (req, stream, head) => app.handleUpgrade(req, stream, head));
// A connection on which nothing moves for a minute is over. A slow upload moves, however long it takes.
server.timeout = 60_000;

server.on("error", (error) => {
  process.stderr.write(`The server can not listen: ${error.message}\n`);
  process.exit(1);
});
server.listen(app.env.PORT, app.env.HOST, () => {
  const { port } = server.address() as AddressInfo;
  app.log.info({ port, host: app.env.HOST }, "listening");
  process.send?.({ port });
});

let stopping = false;
async function end(signal: string): Promise<void> {
  if (stopping) return;
  stopping = true;
  app.log.info({ signal }, "stopping");
  // What is not finished shortly before the time is up is cut off.
  setTimeout(() => server.closeAllConnections(), stopWithin - 2_000).unref();
  const closed = new Promise((resolve) => server.close(resolve));
  app.closeSockets();
  server.closeIdleConnections();
  await closed;
  await app.close();
  await stop?.();
  process.exit(0);
}
process.on("SIGTERM", end);
process.on("SIGINT", end);
