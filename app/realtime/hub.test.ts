import { expect, test } from "vitest";
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
