import { expect, test, vi } from "vitest";
import { Nodes } from "../cluster/interfaces.server.ts";
import { ClusterHub } from "./cluster-hub.server.ts";
import { type Client, encodeFrame, Hub, noticesRoom, userRoom } from "./local-hub.server.ts";

/** A client whose socket records every call. */
function createClient(userId: number, overrides: Partial<Client> = {}, bufferedAmount = 0) {
  const events: string[] = [];
  const client: Client = {
    socket: {
      OPEN: 1,
      readyState: 1,
      bufferedAmount,
      send: (frame: unknown) => void events.push(String(frame)),
      ping: () => {},
      close: (code) => void events.push(`closed ${code}`),
      terminate: () => void events.push("terminated"),
    },
    userId,
    tokenHash: `hash ${userId}`,
    isOnMessagesPage: false,
    isAlive: true,
    rooms: [],
    ...overrides,
  };
  return { client, events };
}
const frame = encodeFrame({ event: "error", data: { message: "Hello" } });

test("a frame reaches everyone in a room but the excluded client, and clients that do not read are disconnected", () => {
  const hub = new Hub();
  const [a, b, slow] = [createClient(1), createClient(1), createClient(1, {}, 2_000_000)];
  for (const { client } of [a, b, slow]) {
    hub.add(client);
    hub.join(client, userRoom(1));
  }
  expect(hub.sendToUser(1, frame, a.client)).toBe(2);
  expect([a.events.length, b.events.length]).toEqual([0, 1]);
  expect(slow.events).toEqual(["terminated"]);
  hub.remove(b.client);
  hub.remove(slow.client);
  expect(hub.sendToUser(1, frame)).toBe(1);
  expect(hub.sendToUser(2, frame)).toBe(0);
  hub.join(b.client, userRoom(1));
  expect(hub.sendToUser(1, frame)).toBe(1);
});

test("closing a session closes its sockets, closing a member closes all of theirs", () => {
  const hub = new Hub();
  const phone = createClient(1, { tokenHash: "phone" });
  const desktop = createClient(1, { isOnMessagesPage: true });
  const other = createClient(2);
  for (const { client } of [phone, desktop, other]) hub.add(client);
  expect([hub.countSockets(1), hub.isOnMessagesPage(1), hub.isOnMessagesPage(2)]).toEqual([2, true, false]);
  hub.closeSession("phone");
  expect(phone.events.at(-1)).toBe("closed 4401");
  expect([desktop.events, other.events]).toEqual([[], []]);
  hub.closeUser(1);
  expect(desktop.events).toEqual([expect.stringContaining("Authentication required"), "closed 4401"]);
});

test("a member on another node is present until that node reports otherwise or falls silent", () => {
  const nodes = new Nodes();
  const hub = new ClusterHub(nodes);
  const local = createClient(1);
  hub.add(local.client);
  hub.join(local.client, userRoom(1));
  nodes.emit(
    "presence",
    {
      members: [
        [1, 1, true],
        [2, 3, false],
      ],
      part: 1,
      parts: 1,
    },
    "node b",
  );
  expect([hub.isPresent(2), hub.isOnMessagesPage(1), hub.isOnMessagesPage(2)]).toEqual([true, true, false]);
  expect([hub.countSockets(2), hub.sendToUser(1, frame), hub.sendToUser(2, frame)]).toEqual([0, 2, 1]);
  nodes.emit("presence", { members: [[2, 0, false]] }, "node b");
  expect([hub.isPresent(2), hub.isOnMessagesPage(1)]).toEqual([false, true]);
  nodes.emit("presence", { members: [], part: 1, parts: 1 }, "node b");
  expect([hub.isPresent(1), hub.isOnMessagesPage(1)]).toEqual([true, false]);
  nodes.emit("presence", { members: [[2, 3, false]] }, "node b");
  nodes.emit("disconnected");
  expect(hub.isPresent(2)).toBe(false);
});

test("another node's frames reach the sockets here, and its return closes no socket that missed nothing", () => {
  const nodes = new Nodes();
  const hub = new ClusterHub(nodes);
  const [asha, rohan] = [createClient(1), createClient(2, { tokenHash: "phone" })];
  for (const { client } of [asha, rohan]) hub.add(client);
  hub.join(asha.client, "events");
  const tell = (text: string) => nodes.emit("frame", { room: "events", text, paceKey: 7 }, "node b");
  hub.sendPaced("events", 7, Buffer.from("first"));
  tell("second");
  expect(asha.events).toEqual(["first"]);
  nodes.emit("frame", { room: "events", text: "a notice" }, "node b");
  expect(asha.events).toEqual(["first", "a notice"]);
  nodes.emit("closeSession", { tokenHash: "phone" }, "node b");
  expect(rohan.events.at(-1)).toBe("closed 4401");
  nodes.emit("hello", { awayMs: 60_000 }, "node b");
  expect(asha.events.length).toBe(2);
});

/** Two hubs whose nodes receive each other's messages while `isCut` is false. */
function connectHubs() {
  const wire = { isCut: false, told: [] as string[] };
  const all = [new Nodes(), new Nodes()] as const;
  const hubs = all.map((own, index) => {
    const other = all[1 - index];
    Object.defineProperty(own, "state", { value: "connected" });
    own.send = (...[kind, data, to]) => {
      if (to !== undefined && to !== other?.id) return;
      wire.told.push(kind);
      if (!wire.isCut) other?.emit(kind, ...([structuredClone(data), own.id] as never));
    };
    return new ClusterHub(own);
  });
  const [here, there] = hubs as [ClusterHub, ClusterHub];
  return { wire, nodes: all, here, there };
}

test("a member's frames are sent to nodes where they have sockets, even if a node announces its socket late", () => {
  const { wire, here, there } = connectHubs();
  const [rohan, meera] = [createClient(2), createClient(3)];
  here.sendToUser(2, frame);
  here.sendNotice(2, frame);
  expect(wire.told).toEqual([]);
  wire.isCut = true;
  for (const { client } of [rohan, meera]) there.add(client);
  for (const room of [userRoom(2), noticesRoom(2)]) there.join(rohan.client, room);
  wire.isCut = false;
  wire.told.length = 0;
  there.sendPresence();
  expect(wire.told).toEqual(["presence", "frame", "frame"]);
  here.sendToUser(2, frame);
  expect(rohan.events.length).toBe(3);
  // Another socket of a member who is already known there gets no frame twice.
  there.add(createClient(2).client);
  expect(rohan.events.length).toBe(3);
  expect(meera.events).toEqual([]);
});

test("a list of 25,000 members is sent in parts, and members missing from it are away", () => {
  const { wire, here, there } = connectHubs();
  for (let userId = 1; userId <= 25_000; userId++) there.add(createClient(userId).client);
  const gone = createClient(70_000);
  there.add(gone.client);
  wire.isCut = true;
  there.remove(gone.client);
  wire.isCut = false;
  expect(here.isPresent(70_000)).toBe(true);
  wire.told.length = 0;
  there.sendPresence();
  expect(wire.told.length).toBe(3);
  expect([here.isPresent(70_000), here.isPresent(1), here.isPresent(25_000)]).toEqual([false, true, true]);
});

test("when a node is back, only pages whose sockets missed something reload, within seconds", () => {
  vi.useFakeTimers();
  try {
    const { wire, nodes, here, there } = connectHubs();
    const clients = [1, 2, 3, 4].map((userId) => createClient(userId, { tokenHash: `session of ${userId}` }));
    const [, rohan, meera, kabir] = clients.map(({ events }) => events);
    for (const { client } of clients) there.add(client);
    here.sendToUser(4, frame);
    vi.advanceTimersByTime(10_000);
    wire.isCut = true;
    here.sendToUser(2, frame);
    here.closeSession("session of 3");
    wire.isCut = false;
    nodes[0].emit("connected", 5_000);
    vi.advanceTimersByTime(5_000);
    const closed = (events?: string[]) => events?.filter((event) => event.startsWith("closed"));
    expect([rohan, meera, kabir].map(closed)).toEqual([["closed 1001"], ["closed 1001"], []]);
    // A node that was away itself makes the others reload.
    nodes[0].emit("hello", { awayMs: 60_000 }, nodes[1].id);
    vi.advanceTimersByTime(5_000);
    expect(closed(kabir)).toEqual(["closed 1001"]);
    expect(clients[0]?.events).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});
