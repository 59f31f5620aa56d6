import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Cluster } from "#db/rqlite.ts";
import { announce } from "../support/events.ts";
import { readHistory, sendTo } from "../support/messages.ts";
import { type Nats, natsServer, startNats } from "../support/nats.ts";
import { type Member, register } from "../support/people.ts";
import { say } from "../support/room.ts";
import { type RqliteCluster, rqlited, startRqlite } from "../support/rqlite.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { Socket } from "../support/socket.ts";
import { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const isPossible = rqlited !== null && natsServer !== null;

describe.skipIf(!isPossible)(
  "two nodes, skipped where there is no rqlited and nats-server (docs/cluster.md)",
  () => {
    let rqlite: RqliteCluster;
    let nats: Nats;
    let cluster: Cluster;
    let first: TestServer;
    let second: TestServer;
    let asha: Member;
    let rohan: Member;
    const startNode = (more: Record<string, string> = {}) =>
      startServer({
        DATABASE_URL: rqlite.nodes[0]?.databaseUrl ?? "",
        RQLITE_OLD: "yes",
        NATS_URL: nats.url,
        SESSION_SECRET: "a secret that both nodes of this test have",
        RATE_LIMITS: "off",
        ...more,
      });

    beforeAll(async () => {
      [rqlite, nats] = await Promise.all([startRqlite(1), startNats()]);
      first = await startNode();
      second = await startNode();
      cluster = new Cluster(rqlite.nodes[0]?.databaseUrl ?? "");
      await areConnected(first, second);
      asha = await register(first.url, "asha");
      rohan = at(second, await register(second.url, "rohan"));
    }, 60_000);
    afterAll(async () => {
      cluster?.close();
      await Promise.all([first?.stop(), second?.stop()]);
      await Promise.all([rqlite?.stop(), nats?.kill()]);
    });

    test("a message, an event's frame, typing and a line of the room cross in under 150 ms", async () => {
      const [here, there] = [await Socket.of(asha), await Socket.of(rohan)];
      there.send("join-room", { room: "anonymous-chat" });
      await there.settled();
      const typing = { senderId: asha.id, receiverId: rohan.id };
      await cross(there, "user_typing", () => here.send("typing", typing));
      await cross(there, "receive_message", (n) => sendTo(asha, rohan.id, `Is the lab open? ${n}`));
      await cross(here, "receive_message", (n) => sendTo(rohan, asha.id, `Until ten. ${n}`));
      const received = (await readHistory(rohan, asha.id)).filter(({ senderId }) => senderId === asha.id);
      await cross(here, "message_seen", (n) => rohan.call("PUT", `/api/messages/seen/${received[n]?.id}`));
      await cross(there, "event:new", (n) => announce(asha, { title: `Soldering ${n}` }));
      await cross(there, "anonymous-message", (n) => say(asha, `Who has an iron? ${n}`));
      await Promise.all([here.close(), there.close()]);
    });
  },
);

/** A member whose calls go to another node. */
const at = (node: TestServer, { id, token, name, email }: Member): Member =>
  Object.assign(new Visitor(node.url), { id, token, name, email });

const natsState = async (node: TestServer) =>
  ((await new Visitor(node.url).get("/healthz")).body as { nats?: string }).nats;

const areConnected = (...nodes: TestServer[]) =>
  waitUntil("nodes that hear each other", async () =>
    (await Promise.all(nodes.map(natsState))).every((state) => state === "connected"),
  );

/** Expects a frame on another node at most 150 ms after its act began; the first act loads code. */
async function cross(socket: Socket, event: string, act: (n: number) => unknown): Promise<void> {
  await act(0);
  await socket.next(event);
  socket.frames.length = 0;
  const began = performance.now();
  const acted = act(1);
  await socket.next(event);
  const ms = Math.round(performance.now() - began);
  await acted;
  expect([event, ms < 150]).toEqual([event, true]);
}
