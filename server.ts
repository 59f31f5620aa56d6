import * as crypto from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import * as nodeModule from "node:module";
import type { AddressInfo, Socket } from "node:net";

const isProduction = process.env.NODE_ENV === "production";
const shutdownTimeoutMs = 10_000;
const failureTimeoutMs = 5_000;

if (!("argon2" in crypto)) {
  process.stderr.write(
    `Quadrant needs Node 24.7 or newer; this is ${process.version}. Install it, or start with "npm start".\n`,
  );
  process.exit(1);
}

// Everything we write is readable by the server's own user only.
process.umask(0o077);

type App = typeof import("./app/server.ts");
type Listener = (req: IncomingMessage, res: ServerResponse) => void;

async function load(): Promise<{ app: App; listener: Listener; stop?: () => Promise<void> }> {
  if (isProduction) {
    // Saves a fifth of a start. Without write access to this folder, each start compiles.
    nodeModule.enableCompileCache("build/compile-cache");
    // Imported on its own, because a bundle first runs what it shares with other files, such as the database's connection.
    await import("./app/platform/store/open.server.ts");
    const app = await import("./app/server.ts");
    const serveStatic = app.createStaticHandler("build/client");
    return { app, listener: (req, res) => void (serveStatic(req, res) || app.handleRequest(req, res)) };
  }
  const { loadDevelopment } = await import("./scripts/development.ts");
  return loadDevelopment();
}

/** Checks the address before the store is touched. */
async function checkHost(host: string): Promise<void> {
  const trial = createServer().listen(0, host);
  await once(trial, "listening").catch(({ code }: NodeJS.ErrnoException) => {
    process.stderr.write(`Environment: HOST ${host} is not an address of this machine (${code})\n`);
    process.exit(1);
  });
  trial.close();
}
if (process.env.HOST) await checkHost(process.env.HOST);

const { app, listener, stop } = await load().catch((error: Error) => {
  process.stderr.write(
    `${/^(Build|Environment|Store):/.test(error.message) ? error.message : error.stack}\n`,
  );
  process.exit(1);
});

const server = createServer(
  {
    headersTimeout: 15_000,
    requestTimeout: 0,
    keepAliveTimeout: 65_000,
    shouldUpgradeCallback: (req) => req.headers.upgrade?.toLowerCase() === "websocket",
  },
  listener,
);
server.on("upgrade", (req, stream, head) => app.handleUpgrade(req, stream, head));
// Closes connections that are idle for a minute, except while the server still works on a response: a file may wait longer
// for its scan or its turn in the renderer, which have limits of their own.
server.timeout = 60_000;
const responses = new WeakMap<Socket, ServerResponse>();
server.on("request", (req, res) => responses.set(req.socket, res));
server.on("timeout", (socket) => {
  const response = responses.get(socket);
  const isWorking = response?.req.complete && !response.headersSent;
  if (!isWorking) socket.destroy();
});

server.on("error", (error) => {
  process.stderr.write(`The server cannot listen: ${error.message}\n`);
  process.exit(1);
});

let isStopping = false;
async function shutDown(exitCode: number, timeoutMs: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => server.closeAllConnections(), timeoutMs - 2_000).unref();
  setTimeout(() => process.exit(exitCode || 1), timeoutMs).unref();
  const closed = new Promise((resolve) => server.close(resolve));
  app.closeSockets();
  setInterval(() => server.closeIdleConnections(), 50).unref();
  await closed;
  await app.close();
  await stop?.();
  process.exit(exitCode);
}
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    app.log.info({ signal }, "stopping");
    void shutDown(0, shutdownTimeoutMs);
  });
}

function failAndExit(error: unknown): void {
  app.log.fatal({ err: error }, "an error was not caught: stopping");
  shutDown(1, failureTimeoutMs).catch(() => process.exit(1));
}
process.on("uncaughtException", failAndExit);
process.on("unhandledRejection", failAndExit);

// Must be last, because a supervisor may stop a server that listens.
server.listen(app.env.PORT, app.env.HOST);
await once(server, "listening");
export const { port } = server.address() as AddressInfo;
app.log.info({ port, host: app.env.HOST }, "listening");
process.stderr.write((await app.describeFirstAdministrator()) ?? "");
process.send?.({ port });
