import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { join, type Member } from "../support/people.ts";
import { newStore, startServer, type TestServer } from "../support/server.ts";
import { Socket } from "../support/socket.ts";
import { problemOf } from "../support/visitor.ts";

let server: TestServer;
let asha: Member;
let rohan: Member;
const storage = newStore();
beforeAll(async () => {
  server = await startServer({ RATE_LIMITS: "off" }, storage);
  asha = await join(server, "asha");
  rohan = await join(server, "rohan");
});
afterAll(async () => {
  await server.stop();
  rmSync(storage, { recursive: true, force: true });
});

const message = (content: string, tempId: string) => ({
  senderId: asha.id,
  receiverId: rohan.id,
  content,
  isAnonymous: false,
  tempId,
});
const texts = async (query = "?limit=200") => {
  const { body } = await rohan.get(`/api/messages/history/${asha.id}/${rohan.id}${query}`);
  return body.map(({ content }) => content);
};
/** @returns the same member, on the restarted server */
const moved = (member: Member) => Object.assign(member, { url: server.url });

test("every acknowledged message is stored once after a SIGKILL", async () => {
  const socket = await Socket.of(asha);
  const total = 80;
  for (let n = 0; n < total; n++) socket.send("send_message", message(`Streamed ${n}`, `temp-${n}`));
  await socket.next("message_saved");
  server.process.kill("SIGKILL");
  await socket.closed;
  const acknowledged = ["temp-0", ...socket.received("message_saved").map(({ tempId }) => String(tempId))];

  server = await startServer({ RATE_LIMITS: "off" }, storage);
  for (const member of [asha, rohan]) moved(member);
  const kept = await texts();
  for (const tempId of acknowledged) {
    expect(kept.filter((text) => text === `Streamed ${tempId.slice(5)}`)).toHaveLength(1);
  }
  // Unacknowledged messages may have been stored, but repeating their tempId does not store them twice.
  const again = await Socket.of(asha);
  for (let n = 0; n < total; n++) {
    if (acknowledged.includes(`temp-${n}`)) continue;
    again.send("send_message", message(`Streamed ${n}`, `temp-${n}`));
    await again.next("message_saved");
  }
  expect((await texts()).toSorted()).toEqual(
    Array.from({ length: total }, (_, n) => `Streamed ${n}`).toSorted(),
  );
  await again.close();
});

test("a receiver who reconnects can fetch the messages they missed", async () => {
  const sender = await Socket.of(asha);
  const { body } = await rohan.get(`/api/messages/history/${asha.id}/${rohan.id}?limit=1`);
  const [{ id: last } = { id: "" }] = body;
  const receiver = await Socket.of(rohan);
  receiver.socket.terminate();
  for (const text of ["While you were away", "And one more"]) {
    sender.send("send_message", message(text, text));
    await sender.next("message_saved");
  }
  await Socket.of(rohan);
  expect(await texts(`?after=${last}`)).toEqual(["While you were away", "And one more"]);
  // A send that was cut off and repeated is stored once.
  sender.send("send_message", message("Cut off", "temp-cut"));
  sender.socket.terminate();
  const reconnected = await Socket.of(asha);
  reconnected.send("send_message", message("Cut off", "temp-cut"));
  await reconnected.next("message_saved");
  expect((await texts()).filter((text) => text === "Cut off")).toHaveLength(1);
  await reconnected.close();
});

test("when the database refuses a message, a connected receiver still sees it and the sender gets an error", async () => {
  const database = server.database();
  database.exec("create trigger full before insert on messages begin select raise(abort, 'disk full'); end");
  const sender = await Socket.of(asha);
  sender.send("send_message", message("Not kept", "temp-x"));
  // Not compared whole, because an old socket of the receiver may still be open and receive it.
  const first = await sender.next("message_failed");
  expect(first).toMatchObject({ tempId: "temp-x" });

  const receiver = await Socket.of(rohan);
  sender.send("send_message", message("Shown only", "temp-y"));
  expect(await sender.next("message_failed")).toEqual({
    tempId: "temp-y",
    error: "Message sent but not saved",
    delivered: true,
  });
  const shown = await receiver.next("receive_message");
  expect(shown).toMatchObject({ content: "Shown only", id: expect.stringMatching(/^temp-/) });
  expect(shown.id).not.toBe("temp-y");
  const posted = await asha.call("POST", "/api/messages/send", message("By POST", "temp-z"));
  expect([posted.status, problemOf(posted).error]).toEqual([503, "Message sent but not saved"]);
  expect(server.logged()).not.toContain("Shown only");

  // Not delivered to a receiver who blocks the sender or is not connected.
  database.prepare("insert into blocks values (?, ?, 1)").run(Number(rohan.id), Number(asha.id));
  sender.send("send_message", message("Refused", "temp-b"));
  expect(await sender.next("message_failed")).toMatchObject({ delivered: false });
  const kabir = await join(server, "kabir");
  sender.send("send_message", { ...message("Nobody", "temp-n"), receiverId: kabir.id });
  expect(await sender.next("message_failed")).toEqual({
    tempId: "temp-n",
    error: "Failed to send message",
    delivered: false,
  });
  database.exec("drop trigger full; delete from blocks");
  expect((await texts()).some((text) => /Shown only|By POST|Refused/.test(text))).toBe(false);
  await Promise.all([sender.close(), receiver.close()]);
});

test("a socket that is cut while typing leaves nothing behind", async () => {
  const [typist, reader] = [await Socket.of(asha), await Socket.of(rohan)];
  const typing = { senderId: asha.id, receiverId: rohan.id };
  typist.send("typing", typing);
  expect(await reader.next("user_typing")).toMatchObject({ senderId: asha.id, name: asha.name });
  typist.send("typing", typing);
  typist.socket.terminate();
  const again = await Socket.of(asha);
  again.send("typing", typing);
  again.send("send_message", message("Typed after the cut", "temp-after-the-cut"));
  expect(await reader.next("receive_message")).toMatchObject({ content: "Typed after the cut" });
  await again.close();
  await reader.close();
});

test("a stopping server closes every socket with code 1001", async () => {
  const socket = await Socket.of(asha);
  const code = server.stop();
  expect(await socket.closed).toBe(1001);
  expect(await code).toBe(0);
});
