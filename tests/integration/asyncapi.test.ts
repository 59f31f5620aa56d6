import { once } from "node:events";
import asyncApiSchema from "@asyncapi/specs/schemas/3.1.0-without-$id.json" with { type: "json" };
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { beforeAll, expect, test } from "vitest";
import WebSocket from "ws";
import { clientFrames, serverFrames } from "../../app/developers/protocol.server.ts";
import { closeCodes } from "../../app/platform/realtime/close-codes.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { join, type Member, event as newEvent } from "../support/people.ts";
import { answer, ask } from "../support/questions.ts";
import { Visitor } from "../support/visitor.ts";

interface Frame {
  event: string;
  data: unknown;
}
interface Document {
  info: { description: string };
  channels: { realtime: { messages: Record<string, object> } };
  operations: Record<string, { action: "send" | "receive" }>;
  components: {
    messages: Record<string, { name: string; payload: object; examples: [{ payload: Frame }] }>;
    schemas: Record<string, object>;
  };
}

const server = await shareServer(unlimited);
let document: Document;
let asha: Member;
let rohan: Member;
beforeAll(async () => {
  document = (await new Visitor(server.url).get("/api/asyncapi.json")).body as unknown as Document;
  asha = await join(server, "asha");
  rohan = await join(server, "rohan");
});

const createAjv = () => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv;
};

/** @returns the validator of a message's payload, which refuses undescribed fields */
function validatorOf(key: string) {
  const { payload } = document.components.messages[key] ?? {};
  return createAjv().compile({ ...payload, components: document.components });
}

test("the document is AsyncAPI 3 by the official schema", () => {
  const validate = createAjv().compile(asyncApiSchema);
  validate(document);
  expect(validate.errors).toBeNull();
  expect(validate({ ...document, channels: { realtime: { messages: { a: 1 } } } })).toBe(false);
});

test("the document describes every frame of the protocol, by direction, with a valid example", () => {
  const keys = (sender: string, frames: object) =>
    Object.keys(frames).map((event) => `${sender}.${event.replace(":", "-")}`);
  const received = keys("client", clientFrames);
  const sent = keys("server", serverFrames);
  expect(Object.keys(document.components.messages)).toEqual([...received, ...sent]);
  expect(Object.keys(document.channels.realtime.messages)).toEqual([...received, ...sent]);
  for (const [key, { action }] of Object.entries(document.operations)) {
    expect(action, key).toBe(received.includes(key) ? "receive" : "send");
  }
  for (const [key, { name, examples }] of Object.entries(document.components.messages)) {
    const [{ payload }] = examples;
    const validate = validatorOf(key);
    expect([key, validate(payload), validate.errors]).toEqual([key, true, null]);
    const frames: Record<string, { safeParse(data: unknown): { success: boolean } }> = key.startsWith(
      "client",
    )
      ? clientFrames
      : serverFrames;
    expect(frames[name]?.safeParse(payload.data).success, key).toBe(true);
  }
});

test("the document names the reply to each of a client's frames", () => {
  const operations = document.operations as Record<string, { reply?: { messages: { $ref: string }[] } }>;
  const repliesTo = (key: string) =>
    operations[key]?.reply?.messages.map(({ $ref }) => $ref.split("/").at(-1)?.replace("server.", ""));
  for (const event of Object.keys(clientFrames)) expect(repliesTo(`client.${event}`)).toContain("ack");
  expect(repliesTo("client.authenticate")).toContain("ready");
  for (const word of ["ready", "authenticate", "4401"]) expect(document.info.description).toContain(word);
});

test("the document says why sockets are closed", () => {
  for (const code of Object.values(closeCodes)) expect(document.info.description).toContain(String(code));
});

test("real frames match their description", async () => {
  const connect = async (member: Member) => {
    const socket = new WebSocket(`${server.url.replace("http", "ws")}/realtime`, {
      headers: { Authorization: `Bearer ${member.token}` },
    });
    const frames: Frame[] = [];
    socket.on("message", (text) => frames.push(JSON.parse(String(text)) as Frame));
    await once(socket, "open");
    const send = (event: string, data: object) => socket.send(JSON.stringify({ event, data }));
    return { socket, frames, send };
  };
  const [own, other] = [await connect(asha), await connect(rohan)];
  own.socket.send(JSON.stringify({ event: "join", data: { userId: asha.id }, id: "mine" }));
  own.send("join-room", { room: "anonymous-chat" });
  other.send("join-room", { room: "anonymous-chat" });
  // Waits until the other socket has joined, because it receives no typing before.
  other.send("nothing", {});
  await expect.poll(() => other.frames.some(({ event }) => event === "error")).toBe(true);
  const message = { senderId: asha.id, receiverId: rohan.id, isAnonymous: false };
  own.send("typing", message);
  own.send("send_message", { ...message, content: "Are you there?", tempId: "a1" });
  own.send("send_message", { ...message, senderId: rohan.id, content: "Not mine", tempId: "a2" });
  own.send("anonymous-message", { content: "Hello, all" });
  const question = await ask(asha);
  other.send("join-room", { room: `question:${question.id}` });
  other.send("nothing", {});
  await expect.poll(() => other.frames.filter(({ event }) => event === "error").length).toBe(2);
  await answer(rohan, question.id);
  own.send("nothing", {});
  const created = await asha.call("POST", "/api/events", newEvent);
  const { id } = created.body.data;
  const seen = () => [...own.frames, ...other.frames].map(({ event }) => event);
  await expect.poll(() => other.frames.find(({ event }) => event === "receive_message")).toBeDefined();
  const received = other.frames.find(({ event }) => event === "receive_message")?.data as { id: string };
  await rohan.call("PUT", `/api/messages/seen/${received.id}`);
  await asha.call("PUT", `/api/messages/${received.id}`, { content: "Are you here?", replyTo: null });
  await rohan.call("PUT", `/api/messages/${received.id}/reaction`, { sign: "heart" });
  await asha.call("DELETE", `/api/messages/${received.id}`);
  const lines = (await asha.get("/api/anonymous-messages?limit=1")).body;
  await rohan.call("PUT", `/api/anonymous-messages/${lines[0]?.id}/reaction`, { sign: "wow" });
  await asha.call("POST", "/api/anonymous-messages", { content: "And you?", replyTo: lines[0]?.id });
  await asha.call("DELETE", `/api/anonymous-messages/${lines[0]?.id}`);
  await expect.poll(() => seen().includes("event:new")).toBe(true);
  await rohan.call("POST", `/api/events/${id}/register`);
  await expect.poll(() => seen().includes("event:register")).toBe(true);
  await rohan.call("POST", `/api/events/${id}/unregister`);
  await expect.poll(() => seen().includes("event:unregister")).toBe(true);
  await asha.call("PUT", `/api/events/${id}`, { title: "Soldering again" });
  await expect.poll(() => seen().includes("event:update")).toBe(true);
  await asha.call("DELETE", `/api/events/${id}`);
  await asha.call("PUT", `/api/users/${rohan.id}/connection`);
  await expect.poll(() => new Set(seen())).toEqual(new Set(Object.keys(serverFrames)));
  for (const frame of [...own.frames, ...other.frames]) {
    const validate = validatorOf(`server.${frame.event.replace(":", "-")}`);
    expect([frame, validate(frame), validate.errors]).toEqual([frame, true, null]);
  }
  own.socket.close();
  other.socket.close();
});
