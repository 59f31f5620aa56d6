import { expect, test } from "vitest";
import WebSocket from "ws";
import { drillBackup } from "../../scripts/drill/backup.ts";
import { drillLoad } from "../../scripts/drill/load.ts";
import { drillSockets } from "../../scripts/drill/sockets.ts";
import { startServer } from "../support/server.ts";

test("2,000 sockets that are cut come back at once without an error or a long turn", async () => {
  expect((await drillSockets(2_000, 1)).lost).toEqual([]);
}, 120_000);

test("a socket that is refused is told when to come back", async () => {
  const server = await startServer();
  const open = () =>
    new Promise<WebSocket | string | undefined>((settle) => {
      const socket = new WebSocket(`${server.url.replace("http", "ws")}/realtime`);
      socket.once("open", () => settle(socket));
      socket.once("unexpected-response", (_, { headers }) => settle(headers["retry-after"]));
      socket.on("error", () => {});
    });
  const strangers = await Promise.all(Array.from({ length: 5 }, open));
  expect(await open()).toBe("5");
  for (const socket of strangers) if (socket instanceof WebSocket) socket.terminate();
  await server.stop();
});

test("mixed load for a quarter of a minute: no error, and no growth", async () => {
  const load = { minutes: 0.25, sockets: 100, requestsPerSecond: 30 };
  expect((await drillLoad(load)).lost).toEqual([]);
}, 120_000);

test("a backup under load restores into a whole community", async () => {
  expect((await drillBackup(1)).lost).toEqual([]);
}, 120_000);
