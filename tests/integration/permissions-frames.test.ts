import { expect, test } from "vitest";
import { clientFrames, serverFrames } from "../../app/developers/protocol.server.ts";
import type { ServerEvent } from "../../app/platform/realtime/frames.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { sendTo } from "../support/messages.ts";
import type { Member } from "../support/people.ts";
import { event } from "../support/people.ts";
import { fill } from "../support/permissions/ask.ts";
import { gatherCast } from "../support/permissions/cast.ts";
import { frames, heard, type Listener, listeners } from "../support/permissions/frames.ts";
import { type Role, roles } from "../support/permissions/row.ts";
import { answer, ask } from "../support/questions.ts";
import { Socket } from "../support/socket.ts";

const server = await shareServer(unlimited);
const cast = await gatherCast(server);
const { kabir } = cast;
cast.setMuted(true);

async function listen(member: Member, joinsRoom: boolean): Promise<Socket> {
  const socket = await Socket.of(member);
  if (joinsRoom) socket.send("join-room", { room: "anonymous-chat" });
  await socket.settled();
  return socket;
}
const kabirsSocket = await listen(kabir, true);

const openSocket = async (role: Role) => {
  const { token } = cast.actors[role].program;
  const socket = new Socket(server.url, token ? { Authorization: `Bearer ${token}` } : {});
  await socket.opened();
  return socket;
};

test.each(frames.map((row) => ({ does: row[0], row })))("$does", async ({ row }) => {
  const [, name, outcomes, data, reaches] = row;
  const got: string[] = [];
  for (const role of roles) {
    kabirsSocket.frames.length = 0;
    const socket = await openSocket(role);
    socket.send(name, JSON.parse(await fill(JSON.stringify(data), cast, cast.actors[role])));
    if (role === "guest") {
      got.push((await socket.closed) === 4401 ? "closed" : "open");
      continue;
    }
    // Frames are answered in order, so the answer to an unknown frame marks the end of the first one's.
    socket.send("nothing", {});
    await expect.poll(() => JSON.stringify(socket.frames)).toContain("Unknown event");
    await kabirsSocket.settled();
    const isRefused = socket.received("error").length > 1 || socket.received("message_failed").length > 0;
    const hasArrived = reaches === undefined || kabirsSocket.received(reaches).length > 0;
    got.push(!isRefused && hasArrived ? "yes" : "no");
    await socket.close();
  }
  expect(got.join(" ")).toBe(outcomes);
});

test("every frame of the protocol has a row", () => {
  expect([...new Set(frames.map(([, name]) => name))].sort()).toEqual(Object.keys(clientFrames).sort());
  expect(Object.keys(heard).sort()).toEqual(Object.keys(serverFrames).sort());
});

test("each server frame reaches its intended sockets and no others", async () => {
  const owner = cast.actors.owner.owner;
  const sockets: Record<Listener, Socket> = {
    sender: await listen(owner, true),
    "sender elsewhere": await listen(owner, false),
    receiver: await listen(kabir, true),
    member: await listen(cast.actors.member.program as Member, false),
    admin: await listen(cast.actors.admin.program as Member, false),
  };
  const say = { senderId: owner.id, receiverId: kabir.id, content: "Good morning", isAnonymous: false };
  let eventId = "";
  let messageId = "";
  const send = (name: string, data: object) => sockets.sender.send(name, data);
  const causes: Record<ServerEvent, () => unknown> = {
    // Each socket received its own when it was opened.
    ready: () => {},
    ack: () =>
      sockets.sender.socket.send(JSON.stringify({ event: "join", data: { userId: owner.id }, id: 1 })),
    error: () => send("join", { userId: kabir.id }),
    receive_message: () => send("send_message", say),
    message_saved: () => send("send_message", { ...say, content: "Good evening" }),
    message_failed: () => send("send_message", { ...say, content: "" }),
    message_edited: async () => {
      messageId = (await sendTo(owner, kabir.id, "Edited?")).body.id;
      await owner.call("PUT", `/api/messages/${messageId}`, { content: "Edited!" });
    },
    message_reacted: () => kabir.call("PUT", `/api/messages/${messageId}/reaction`, { sign: "heart" }),
    message_deleted: () => owner.call("DELETE", `/api/messages/${messageId}`),
    message_seen: async () => {
      messageId = (await sendTo(owner, kabir.id, "Seen?")).body.id;
      await kabir.call("PUT", `/api/messages/seen/${messageId}`);
    },
    unread_messages: async () => {
      messageId = (await sendTo(owner, kabir.id, "Read?")).body.id;
      await kabir.call("PUT", `/api/messages/seen/${messageId}`);
    },
    "anonymous-message": () => send("anonymous-message", { content: "Hello, room" }),
    "question:answer": async () => {
      const { id } = await ask(owner);
      for (const socket of [sockets.sender, sockets.receiver]) {
        socket.send("join-room", { room: `question:${id}` });
        await socket.settled();
      }
      await answer(kabir, id);
    },
    user_typing: () => send("typing", { senderId: owner.id, receiverId: kabir.id }),
    notice: () => owner.call("PUT", `/api/users/${kabir.id}/connection`),
    "event:new": async () => {
      const { body } = await owner.call("POST", "/api/events", event);
      eventId = body.data.id;
    },
    "event:update": () => owner.call("PUT", `/api/events/${eventId}`, { title: "Soldering again" }),
    "event:register": () => owner.call("POST", `/api/events/${eventId}/register`),
    "event:unregister": () => owner.call("POST", `/api/events/${eventId}/unregister`),
    "event:delete": () => owner.call("DELETE", `/api/events/${eventId}`),
  };
  for (const [name, cause] of Object.entries(causes) as [ServerEvent, () => unknown][]) {
    for (const socket of Object.values(sockets)) socket.frames.length = 0;
    await cause();
    for (const listener of heard[name]) await sockets[listener].next(name);
    const others = listeners.filter((listener) => !heard[name].includes(listener));
    for (const listener of others) {
      const heardBefore = sockets[listener].received(name).length;
      await sockets[listener].settled();
      // Settling sends an unknown frame, and consumes the error it causes.
      expect([name, listener, heardBefore + sockets[listener].received(name).length]).toEqual([
        name,
        listener,
        0,
      ]);
    }
  }
});
