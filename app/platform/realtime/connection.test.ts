import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { Connection } from "./connection.ts";

let server: WebSocketServer;
const sockets: WebSocket[] = [];
const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  server.on("connection", (socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.once("listening", () => resolve()));
  const { port } = server.address() as AddressInfo;
  vi.stubGlobal("location", { origin: `http://127.0.0.1:${port}` });
});
afterAll(() => {
  vi.unstubAllGlobals();
  warn.mockRestore();
  server.close();
});

const connections: Connection[] = [];
// Close all connections even after a failure, so that no timer leaks into another file.
afterEach(() => {
  vi.useRealTimers();
  for (const connection of connections.splice(0)) connection.close();
});

function connect(): Connection {
  const connection = new Connection("2", "");
  connections.push(connection);
  return connection;
}

/** Opens a connection and returns the server's end of its socket. */
async function open(connection: Connection): Promise<WebSocket> {
  const count = sockets.length;
  connection.open();
  await expect.poll(() => connection.state).toBe("open");
  return socketAt(count);
}
async function socketAt(index: number): Promise<WebSocket> {
  await expect.poll(() => sockets.length).toBe(index + 1);
  const socket = sockets[index];
  if (!socket) throw new Error("no socket was opened");
  return socket;
}
const message = (id: string, content: string) =>
  JSON.stringify({ event: "receive_message", data: { id, senderId: "1", receiverId: "2", content } });

test("a message is received once: duplicates are dropped by id, and by the same text within a second", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const connection = connect();
  const received: string[] = [];
  connection.onFrame((frame) => {
    if (frame.event === "receive_message") received.push(`${frame.data.id} ${frame.data.content}`);
  });
  const socket = await open(connection);
  socket.send(message("1", "Tides"));
  socket.send(message("1", "Tides"));
  socket.send(message("2", "Tides"));
  socket.send(message("3", "Lamps"));
  await expect.poll(() => received).toEqual(["1 Tides", "3 Lamps"]);
  vi.advanceTimersByTime(1_050);
  socket.send(message("4", "Tides"));
  socket.send(message("3", "Lamps"));
  socket.send(message("5", "The end"));
  await expect.poll(() => received).toEqual(["1 Tides", "3 Lamps", "4 Tides", "5 The end"]);
});

test("two messages with only files are both received", async () => {
  const connection = connect();
  const received: string[] = [];
  connection.onFrame((frame) => {
    if (frame.event === "receive_message") received.push(frame.data.id);
  });
  const socket = await open(connection);
  socket.send(message("11", ""));
  socket.send(message("12", ""));
  socket.send(message("12", ""));
  socket.send(message("13", "The end"));
  await expect.poll(() => received).toEqual(["11", "12", "13"]);
});

test("a lost connection reconnects after a second, with one warning, unless the session has ended", async () => {
  const connection = connect();
  const states: string[] = [];
  connection.onState((state) => states.push(state));
  (await open(connection)).terminate();
  const whole = ["connecting", "open", "retrying", "connecting", "open"];
  await expect.poll(() => states).toEqual(whole);
  const second = await socketAt(sockets.length - 1);
  second.terminate();
  await expect.poll(() => states.length).toBe(8);
  expect(warn).toHaveBeenCalledTimes(1);
  await expect.poll(() => sockets.at(-1)).not.toBe(second);
  sockets.at(-1)?.close(4401);
  await expect.poll(() => connection.state).toBe("loggedOut");
});

/**
 * Opens connections whose sockets are all cut at once. @returns when each reconnects, in milliseconds on a fake clock
 */
async function attemptsOf(crowd: Connection[], lengthMs: number): Promise<number[][]> {
  vi.useFakeTimers({ now: 0 });
  const attempts = crowd.map((connection) => {
    const times: number[] = [];
    connection.onState((state) => state === "connecting" && times.push(Date.now()));
    connection.open();
    return times;
  });
  await vi.advanceTimersByTimeAsync(lengthMs);
  vi.useRealTimers();
  return attempts;
}

class CutSocket {
  onopen?: (() => void) | undefined;
  onclose?: (event: { code: number }) => void;
  constructor() {
    queueMicrotask(() => {
      this.onopen?.();
      this.onclose?.({ code: 1006 });
    });
  }
}

test("connections that are cut together reconnect spread over a second", async () => {
  vi.stubGlobal("WebSocket", CutSocket);
  const crowd = Array.from({ length: 60 }, connect);
  const returns = (await attemptsOf(crowd, 2_000)).map(([, second = 0]) => second);
  expect(Math.min(...returns)).toBeGreaterThanOrEqual(1_000);
  expect(Math.max(...returns)).toBeLessThanOrEqual(2_000);
  expect(Math.max(...returns) - Math.min(...returns)).toBeGreaterThan(500);
});

test("each of five attempts waits longer than the one before", async () => {
  class RefusedSocket extends CutSocket {
    override onopen = undefined;
  }
  vi.stubGlobal("WebSocket", RefusedSocket);
  const connection = connect();
  const [attempts = []] = await attemptsOf([connection], 63_000);
  expect(connection.state).toBe("failed");
  const waits = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0));
  expect(waits).toHaveLength(5);
  for (const [index, wait] of waits.entries()) {
    expect(wait).toBeGreaterThanOrEqual(2 ** index * 1_000);
    expect(wait).toBeLessThanOrEqual(2 ** index * 2_000);
  }
});
