import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { Connection } from "./connection.ts";

let server: WebSocketServer;
const peers: WebSocket[] = [];
beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  server.on("connection", (peer) => peers.push(peer));
  await new Promise<void>((resolve) => server.once("listening", () => resolve()));
  const { port } = server.address() as AddressInfo;
  // Where a page would be; the browser's end asks it for its address.
  Object.assign(globalThis, { location: { origin: `http://127.0.0.1:${port}` } });
});
afterAll(() => server.close());

async function open(connection: Connection): Promise<WebSocket> {
  const count = peers.length;
  connection.open();
  await expect.poll(() => connection.state).toBe("open");
  await expect.poll(() => peers.length).toBe(count + 1);
  return peers.at(-1) as WebSocket;
}
const message = (id: string, content: string) =>
  JSON.stringify({ event: "receive_message", data: { id, senderId: "1", receiverId: "2", content } });

test("a message is heard once: dropped by its id, and by the same text within a second", async () => {
  const connection = new Connection("2", "");
  const heard: string[] = [];
  connection.onFrame((frame) => {
    if (frame.event === "receive_message") heard.push(`${frame.data.id} ${frame.data.content}`);
  });
  const peer = await open(connection);
  peer.send(message("1", "Tides"));
  peer.send(message("1", "Tides"));
  peer.send(message("2", "Tides"));
  peer.send(message("3", "Lamps"));
  await expect.poll(() => heard).toEqual(["1 Tides", "3 Lamps"]);
  await new Promise((resolve) => setTimeout(resolve, 1_050));
  peer.send(message("4", "Tides"));
  peer.send(message("3", "Lamps"));
  peer.send(message("5", "The end"));
  await expect.poll(() => heard).toEqual(["1 Tides", "3 Lamps", "4 Tides", "5 The end"]);
  connection.close();
});

test("a cut connection is tried again a second later; one that is refused for good is not", async () => {
  const connection = new Connection("2", "");
  const states: string[] = [];
  connection.onState((state) => states.push(state));
  const peer = await open(connection);
  peer.terminate();
  const whole = ["connecting", "open", "waiting", "connecting", "open"];
  await expect.poll(() => states, { timeout: 4_000 }).toEqual(whole);
  await expect.poll(() => peers.at(-1)).not.toBe(peer);
  peers.at(-1)?.close(4401);
  await expect.poll(() => connection.state).toBe("ended");
  connection.close();
});
