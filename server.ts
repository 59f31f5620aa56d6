import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The process: one port for pages, API, files and sockets. The product itself is in `app/`. */
const production = process.env.NODE_ENV === "production";
const stopWithin = 10_000;

interface App {
  env: { PORT: number; HOST: string };
  log: { info(fields: object, text: string): void };
  handleRequest: Parameters<typeof createServer>[1] & {};
  close(): Promise<void>;
}

async function load() {
  if (production) {
    const { default: sirv } = await import("sirv");
    const assets = sirv("build/client", {
      brotli: true,
      gzip: true,
      etag: true,
      setHeaders(res, pathname) {
        const hashed = pathname.startsWith("/assets/");
        res.setHeader(
          "Cache-Control",
          hashed ? "public, max-age=31536000, immutable" : "public, max-age=3600",
        );
        res.setHeader("X-Content-Type-Options", "nosniff");
      },
    });
    const entry = new URL("./build/server/index.js", import.meta.url).href;
    return { app: (await import(entry)) as App, assets };
  }
  const vite = await import("vite");
  const dev = await vite.createServer({ server: { middlewareMode: true }, appType: "custom" });
  return { app: (await dev.ssrLoadModule("/app/server.ts")) as App, assets: dev.middlewares, dev };
}

const { app, assets, dev } = await load().catch((error: Error) => {
  process.stderr.write(`${error.message.startsWith("Environment:") ? error.message : error.stack}\n`);
  process.exit(1);
});

const server = createServer(
  { headersTimeout: 15_000, requestTimeout: 0, keepAliveTimeout: 65_000 },
  async (req, res) => {
    assets(req, res, async () => {
      // In development the newest code answers: Vite keeps what has not changed.
      const { handleRequest } = dev ? ((await dev.ssrLoadModule("/app/server.ts")) as App) : app;
      await handleRequest(req, res);
    });
  },
);
// A connection on which nothing moves for a minute is over. A slow upload moves, however long it takes.
server.timeout = 60_000;
server.maxRequestsPerSocket = 10_000;

server.listen(app.env.PORT, app.env.HOST, () => {
  const { port } = server.address() as AddressInfo;
  app.log.info({ port, host: app.env.HOST }, "listening");
  process.send?.({ port });
});

let stopping = false;
async function stop(signal: string): Promise<void> {
  if (stopping) return;
  stopping = true;
  app.log.info({ signal }, "stopping");
  setTimeout(() => server.closeAllConnections(), stopWithin - 2_000).unref();
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await closed;
  await app.close();
  await dev?.close();
  process.exit(0);
}
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
