import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import WebSocket from "ws";

/** A bare `ws` server as a reference, which sends each frame to all other sockets. */
const bareServer = `
  const { WebSocketServer } = require("ws");
  const { createServer } = require("node:http");
  const http = createServer();
  const server = new WebSocketServer({ server: http, perMessageDeflate: false });
  server.on("connection", (socket) => {
    socket.on("message", (raw) => {
      for (const peer of server.clients) if (peer !== socket) peer.send(raw, { binary: false });
    });
  });
  http.listen(0, "127.0.0.1", () => process.stdout.write(String(http.address().port)));
`;

export async function startBareServer(): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, ["-e", bareServer], { stdio: ["ignore", "pipe", "inherit"] });
  const port = await new Promise<string>((resolve) =>
    child.stdout?.once("data", (data) => resolve(String(data))),
  );
  return { url: `ws://127.0.0.1:${port}`, child };
}

export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
export const receiverCount = 1_000;

/** Opens sockets, up to 100 at a time. */
export async function openSockets(
  url: string,
  count: number,
  headers: Record<string, string> = {},
): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  while (sockets.length < count) {
    const batch = Array.from(
      { length: Math.min(100, count - sockets.length) },
      () => new WebSocket(url, { headers }),
    );
    await Promise.all(
      batch.map(
        (socket) =>
          new Promise((resolve, reject) => {
            socket.once("open", resolve);
            socket.once("error", reject);
          }),
      ),
    );
    sockets.push(...batch);
  }
  return sockets;
}

/** Sends each frame after everyone received the one before. Returns the deliveries per second and the p99 in milliseconds. */
export async function measureDeliveries(
  sockets: WebSocket[],
  send: (n: number) => void,
  event: string,
  rounds: number,
) {
  const times: number[] = [];
  let remaining = 0;
  let startedAt = 0;
  let finish = () => {};
  const marker = Buffer.from(event);
  for (const socket of sockets) {
    socket.on("message", (raw: Buffer) => {
      if (raw.indexOf(marker) < 0) return;
      times.push(performance.now() - startedAt);
      if (--remaining === 0) finish();
    });
  }
  const started = performance.now();
  for (let n = 0; n < rounds; n++) {
    remaining = sockets.length;
    await new Promise<void>((resolve) => {
      finish = resolve;
      startedAt = performance.now();
      send(n);
    });
  }
  const seconds = (performance.now() - started) / 1000;
  for (const socket of sockets) socket.removeAllListeners("message");
  times.sort((a, b) => a - b);
  return { perSecond: times.length / seconds, p99: times[Math.floor(times.length * 0.99)] ?? 0 };
}

export const memoryKb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
export const ratio = (a: number, b: number) => (a / b).toFixed(2);
export const closeAll = (sockets: WebSocket[]) => {
  for (const socket of sockets) socket.terminate();
};
