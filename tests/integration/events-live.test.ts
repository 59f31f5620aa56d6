import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { expect } from "vitest";
import { announce, readEvent } from "../support/events.ts";
import { createTest, unlimited } from "../support/integration.ts";
import { allMails, outbox } from "../support/outbox.ts";
import { join } from "../support/people.ts";
import { startServer } from "../support/server.ts";
import { Socket } from "../support/socket.ts";
import { clock, passTime } from "../support/time.ts";
import { waitUntil } from "../support/wait-until.ts";

const test = createTest(unlimited, clock)
  .extend("asha", { scope: "file" }, ({ server }) => join(server, "asha"))
  .extend("rohan", { scope: "file" }, ({ server }) => join(server, "rohan"));

const second = 1_100;

test("everyone connected is notified of an event, without its list of registrations", async ({
  server,
  asha,
  rohan,
}) => {
  const socket = await Socket.of(rohan);
  const { id } = await announce(asha, { title: "Told to all" });
  const isNew = await socket.next("event:new");
  expect(isNew).toMatchObject({ id, title: "Told to all", registrationCount: 0, organizerId: asha.id });
  await passTime(server, second);
  await rohan.call("POST", `/api/events/${id}/register`);
  const registered = await socket.next("event:register");
  expect(registered).toMatchObject({ id, registrationCount: 1 });
  expect(registered).not.toHaveProperty("registrations");
  expect(registered).not.toHaveProperty("waiting");
  await passTime(server, second);
  await rohan.call("POST", `/api/events/${id}/unregister`);
  expect(await socket.next("event:unregister")).toMatchObject({ id, registrationCount: 0 });
  await passTime(server, second);
  await asha.call("PUT", `/api/events/${id}`, { title: "Told again" });
  expect(await socket.next("event:update")).toMatchObject({ id, title: "Told again" });
  await passTime(server, second);
  await asha.call("DELETE", `/api/events/${id}`);
  expect(await socket.next("event:delete")).toMatchObject({ id });
  await socket.close();
});

test("at most one frame a second is sent about an event, and the last state is among them", async () => {
  const paced = await startServer({ ...unlimited, HOLD_TIME: "yes" }, undefined, clock);
  const [asha, rohan] = [await join(paced, "asha"), await join(paced, "rohan")];
  const { id } = await announce(asha);
  const { id: other } = await announce(asha);
  await passTime(paced, second);
  const socket = await Socket.of(rohan);
  const countsOf = (event: string) =>
    socket.frames
      .filter((frame) => frame.event.startsWith("event:") && frame.data.id === event)
      .map(({ data }) => data.registrationCount);
  for (let n = 0; n < 5; n++) {
    await rohan.call("POST", `/api/events/${id}/register`);
    await rohan.call("POST", `/api/events/${id}/unregister`);
  }
  await rohan.call("POST", `/api/events/${id}/register`);
  await rohan.call("POST", `/api/events/${other}/register`);
  await socket.settled();
  // Frames of one event do not delay those of another.
  expect([countsOf(id), countsOf(other)]).toEqual([[1], [1]]);
  await rohan.call("POST", `/api/events/${id}/unregister`);
  await passTime(paced, second);
  await socket.settled();
  expect(countsOf(id)).toEqual([1, 0]);
  await passTime(paced, 5 * second);
  await socket.settled();
  expect(countsOf(id)).toEqual([1, 0]);
  await socket.close();
  await paced.stop();
});

test("refused attempts send no frame", async ({ server, asha, rohan }) => {
  const { id } = await announce(asha, { registrationLimit: 1 });
  const socket = await Socket.of(rohan);
  await asha.call("POST", `/api/events/${id}/register`);
  await passTime(server, second);
  await socket.next("event:register");
  const heard = socket.frames.length;
  await rohan.call("POST", `/api/events/${id}/register`);
  await rohan.call("PUT", `/api/events/${id}`, { title: "Mine" });
  await rohan.call("POST", `/api/events/${id}/unregister`);
  await asha.call("POST", `/api/events/${id}/register`);
  await socket.settled();
  expect(socket.frames.slice(heard).filter(({ event }) => event.startsWith("event:"))).toEqual([]);
  await socket.close();
});

test("a seat and its mail survive an immediate SIGKILL", async () => {
  const storage = mkdtempSync(joinPath(tmpdir(), "quadrant-"));
  const settings = { RATE_LIMITS: "off", SESSION_SECRET: "a secret of the tests, long enough for it" };
  const first = await startServer(settings, storage);
  const [asha, rohan, meera] = [
    await join(first, "asha"),
    await join(first, "rohan"),
    await join(first, "meera"),
  ];
  const { id } = await announce(asha, { registrationLimit: 1, title: "Bridge models" });
  await rohan.call("POST", `/api/events/${id}/register`);
  await meera.call("POST", `/api/events/${id}/waiting`);
  // It ends before the mail is queued.
  const store = first.database();
  store.exec("create trigger wait before insert on mails begin select raise(abort, 'not yet'); end");
  expect((await rohan.call("POST", `/api/events/${id}/unregister`)).status).toBe(200);
  await first.kill();
  store.exec("drop trigger wait");
  const before = outbox(first).filter((mail) => mail.includes("You have a seat: “Bridge models”")).length;
  expect(before).toBe(0);

  const second = await startServer(settings, storage);
  Object.assign(meera, { url: second.url });
  expect(await readEvent(meera, id)).toMatchObject({
    registrations: [{ userId: meera.id }],
    waitingCount: 0,
  });
  const mails = () => outbox(second).filter((mail) => mail.includes("You have a seat: “Bridge models”"));
  await waitUntil("the mail", () => mails().length > 0);
  await allMails(second);
  expect(mails()).toHaveLength(1);
  await second.stop();
  rmSync(storage, { recursive: true, force: true });
});
