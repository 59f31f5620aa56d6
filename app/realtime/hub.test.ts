import { expect, test } from "vitest";
import type { WebSocket } from "ws";
import { encodeFrame, Hub, type Peer, userRoom } from "./hub.server.ts";

/** A socket that remembers what it was told. */
function peer(userId: number, more: Partial<Peer> = {}, waiting = 0) {
  const told: string[] = [];
  const socket = {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: waiting,
    send: (frame: Buffer) => told.push(String(frame)),
    close: (code: number) => told.push(`closed ${code}`),
    terminate: () => told.push("cut"),
  };
  const made: Peer = {
    socket: socket as unknown as WebSocket,
    userId,
    name: "Ila",
    tokenHash: `hash ${userId}`,
    showsMessages: false,
    alive: true,
    rooms: [],
    ...more,
  };
  return { peer: made, told };
}
const frame = encodeFrame({ event: "error", data: { message: "Hello" } });

test("a frame reaches a room, but for one, and drops who does not read", () => {
  const hub = new Hub();
  const [a, b, slow] = [peer(1), peer(1), peer(1, {}, 2_000_000)];
  for (const { peer } of [a, b, slow]) {
    hub.add(peer);
    hub.join(peer, userRoom(1));
  }
  expect(hub.toUser(1, frame, a.peer)).toBe(2);
  expect([a.told.length, b.told.length]).toEqual([0, 1]);
  expect(slow.told).toEqual(["cut"]);
  hub.remove(b.peer);
  hub.remove(slow.peer);
  expect(hub.toUser(1, frame)).toBe(1);
  expect(hub.toUser(2, frame)).toBe(0);
  hub.join(b.peer, userRoom(1));
  expect(hub.toUser(1, frame)).toBe(1);
});

test("a member's sockets are closed together, a session's by themselves", () => {
  const hub = new Hub();
  const [phone, desk, other] = [peer(1, { tokenHash: "phone" }), peer(1, { showsMessages: true }), peer(2)];
  for (const { peer } of [phone, desk, other]) hub.add(peer);
  expect([hub.socketCount(1), hub.showsMessages(1), hub.showsMessages(2)]).toEqual([2, true, false]);
  hub.closeSession("phone");
  expect(phone.told.at(-1)).toBe("closed 4401");
  expect([desk.told, other.told]).toEqual([[], []]);
  hub.closeUser(1);
  expect(desk.told).toEqual([expect.stringContaining("Authentication required"), "closed 4401"]);
  hub.toAll(frame);
  expect(other.told).toHaveLength(1);
});
