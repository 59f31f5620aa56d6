import { expect, test } from "vitest";
import { Nodes } from "../nodes.server.ts";
import { type Client, encodeFrame, Hub, userRoom } from "./hub.server.ts";

/** A client whose socket records what happens to it. */
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

test("a frame reaches everyone in a room except one, and disconnects clients that do not read", () => {
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

test("closing a session closes its own sockets, closing a member closes all of theirs", () => {
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

test("a member on another node is present until that node says otherwise or is not heard", () => {
  const nodes = new Nodes();
  const hub = new Hub(nodes);
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
      isComplete: true,
    },
    "node b",
  );
  expect([hub.isPresent(2), hub.isOnMessagesPage(1), hub.isOnMessagesPage(2)]).toEqual([true, true, false]);
  expect([hub.countSockets(2), hub.sendToUser(1, frame), hub.sendToUser(2, frame)]).toEqual([0, 2, 1]);
  nodes.emit("presence", { members: [[2, 0, false]], isComplete: false }, "node b");
  expect([hub.isPresent(2), hub.isOnMessagesPage(1)]).toEqual([false, true]);
  nodes.emit("presence", { members: [], isComplete: true }, "node b");
  expect([hub.isPresent(1), hub.isOnMessagesPage(1)]).toEqual([true, false]);
  nodes.emit("presence", { members: [[2, 3, false]], isComplete: true }, "node b");
  nodes.emit("disconnected");
  expect(hub.isPresent(2)).toBe(false);
});

test("what another node tells reaches the sockets here, and its return has pages load again", () => {
  const nodes = new Nodes();
  const hub = new Hub(nodes);
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
  nodes.emit("hello", { isBack: false }, "node b");
  expect(asha.events.length).toBe(2);
  nodes.emit("hello", { isBack: true }, "node b");
  expect(asha.events.at(-1)).toBe("closed 1001");
});
