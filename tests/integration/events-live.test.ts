import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { setTimeout } from "node:timers/promises";
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

test("everyone connected hears of an event, without its list of registrations", async ({
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

test("of one event at most one frame a second is sent, and the last state is among them", async ({
  server,
  asha,
  rohan,
}) => {
  const { id } = await announce(asha);
  const { id: other } = await announce(asha);
  await passTime(server, second);
  const socket = await Socket.of(rohan);
  const times: number[] = [];
  socket.socket.on("message", (raw) => {
    const frame = JSON.parse(String(raw)) as { event: string; data: { id: string } };
    if (frame.event.startsWith("event:") && frame.data.id === id) times.push(Date.now());
  });
  const end = Date.now() + 2_500;
  while (Date.now() < end) {
    await rohan.call("POST", `/api/events/${id}/register`);
    await rohan.call("POST", `/api/events/${id}/unregister`);
    await setTimeout(30);
  }
  await rohan.call("POST", `/api/events/${id}/register`);
  await rohan.call("POST", `/api/events/${other}/register`);
  await waitUntil("the last state", () =>
    socket
      .received("event:register")
      .some((data) => data.id === id && data.registrationCount === 1 && times.length >= 4),
  );
  const gaps = times.slice(1).map((at, n) => at - (times[n] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);
  expect(times.length).toBeLessThanOrEqual(5);
  // One event does not hold up another.
  expect(socket.received("event:register").some((data) => data.id === other)).toBe(true);
  await socket.close();
});

test("refused attempts tell nobody anything", async ({ server, asha, rohan }) => {
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

test("a seat and its mail survive a server that is killed at once", async () => {
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
  await rohan.call("POST", `/api/events/${id}/unregister`);
  await first.kill();
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
