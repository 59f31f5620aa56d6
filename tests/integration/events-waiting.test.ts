import { createHash, randomUUID } from "node:crypto";
import { expect } from "vitest";
import { announce, beginSoon, inDays, readEvent } from "../support/events.ts";
import { createTest, unlimited } from "../support/integration.ts";
import { outbox } from "../support/outbox.ts";
import { browse, join } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { problemOf, Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const test = createTest(unlimited)
  .extend("asha", { scope: "file" }, ({ server }) => join(server, "asha"))
  .extend("rohan", { scope: "file" }, ({ server }) => join(server, "rohan"))
  .extend("meera", { scope: "file" }, ({ server }) => join(server, "meera"))
  .extend("kabir", { scope: "file" }, ({ server }) => join(server, "kabir"));

/** Adds many members directly to the store: hashing so many passwords would take minutes. */
function crowd(server: TestServer, size: number): Visitor[] {
  const database = server.database();
  const insert = database.prepare(
    `insert into users (status, email, first_name, last_name, name, phone, batch_year, skills, created_at)
     values ('active', ?, 'Asha', 'Verma', 'Asha Verma', '+91 98765 43210', 2027, '', 1) returning id`,
  );
  const addSession = database.prepare(
    "insert into sessions (token_hash, user_id, kind, created_at, last_used_at) values (?, ?, 'token', ?, ?)",
  );
  return Array.from({ length: size }, () => {
    const token = `quadrant_${randomUUID()}`;
    const { id } = insert.get(`${randomUUID()}@college.example`) as { id: number };
    addSession.run(createHash("sha256").update(token).digest("hex"), id, Date.now(), Date.now());
    return Object.assign(new Visitor(server.url), { token });
  });
}

const register = (member: Visitor, id: string) => member.call("POST", `/api/events/${id}/register`);
const unregister = (member: Visitor, id: string) => member.call("POST", `/api/events/${id}/unregister`);
const wait = (member: Visitor, id: string) => member.call("POST", `/api/events/${id}/waiting`);
const mailsTo = (server: TestServer, email: string, subject: string) =>
  outbox(server).filter((mail) => mail.includes(`\nTo: ${email}\n`) && mail.includes(`Subject: ${subject}`));

test("of 200 simultaneous registrations 25 get a seat, and 40 wait in order", async ({ server, asha }) => {
  const { id } = await announce(asha);
  const members = crowd(server, 200);
  const answers = await Promise.all(members.map((member) => register(member, id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(25);
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(175);
  expect(new Set(refused.map((answer) => problemOf(answer).error))).toEqual(new Set(["Event is full"]));
  const { registrations, registrationCount } = await readEvent(asha, id);
  expect([registrations.length, registrationCount]).toEqual([25, 25]);

  const outside = members.filter((_, n) => answers[n]?.status === 409).slice(0, 40);
  for (const member of outside) expect((await wait(member, id)).status).toBe(200);
  for (const [n, member] of outside.entries()) expect((await readEvent(member, id)).waiting).toBe(n + 1);
  expect((await readEvent(asha, id)).waitingCount).toBe(40);

  // Ten leave at once: only the first ten move up.
  const inside = members.filter((_, n) => answers[n]?.status === 200);
  await Promise.all(inside.slice(0, 10).map((member) => unregister(member, id)));
  const after = await readEvent(asha, id);
  expect([after.registrationCount, after.waitingCount]).toEqual([25, 30]);
  const places = await Promise.all(outside.map(async (member) => (await readEvent(member, id)).waiting));
  expect(places).toEqual([...Array(10).fill(null), ...Array.from({ length: 30 }, (_, n) => n + 1)]);
});

test("40 members who join the waiting list at once each have a different position", async ({
  server,
  asha,
  rohan,
}) => {
  const { id } = await announce(asha, { registrationLimit: 1 });
  await register(rohan, id);
  const members = crowd(server, 40);
  await Promise.all(members.map((member) => wait(member, id)));
  const places = await Promise.all(members.map(async (member) => (await readEvent(member, id)).waiting));
  expect(places.toSorted((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: 40 }, (_, n) => n + 1),
  );
});

test("repeating a registration changes nothing, and no member is in two lists", async ({
  asha,
  rohan,
  meera,
}) => {
  const { id } = await announce(asha, { registrationLimit: 1 });
  expect((await register(rohan, id)).status).toBe(200);
  expect((await register(rohan, id)).status).toBe(200);
  expect(problemOf(await wait(rohan, id)).error).toBe("You are already registered.");
  expect((await wait(meera, id)).body).toMatchObject({ data: { waiting: 1, waitingCount: 1 } });
  expect((await wait(meera, id)).body).toMatchObject({ data: { waiting: 1, waitingCount: 1 } });
  expect((await register(meera, id)).status).toBe(409);
  expect((await meera.call("DELETE", `/api/events/${id}/waiting`)).body).toMatchObject({
    data: { waiting: null, waitingCount: 0 },
  });
  expect((await meera.call("DELETE", `/api/events/${id}/waiting`)).status).toBe(200);
  expect((await unregister(meera, id)).status).toBe(200);
  expect((await unregister(rohan, id)).body).toMatchObject({ data: { registrationCount: 0 } });
  expect(problemOf(await wait(meera, id)).error).toBe("There are seats left. Register instead.");
});

test("the member who has waited longest gets a free seat and one mail", async ({
  server,
  asha,
  rohan,
  meera,
  kabir,
}) => {
  const { id } = await announce(asha, { registrationLimit: 1, title: "Kite building" });
  await register(rohan, id);
  await wait(meera, id);
  await wait(kabir, id);
  await unregister(rohan, id);
  expect(await readEvent(meera, id)).toMatchObject({ waiting: null, registrations: [{ userId: meera.id }] });
  expect((await readEvent(kabir, id)).waiting).toBe(1);
  const [mail] = await waitUntil("the mail about the seat", () => {
    const mails = mailsTo(server, meera.email, "You have a seat: “Kite building”");
    return mails.length > 0 && mails;
  });
  expect(mail).toContain(`/events/${id}`);
  expect(mailsTo(server, kabir.email, "You have a seat")).toEqual([]);

  // A higher limit admits the next members, and no limit admits all.
  await register(rohan, id);
  await wait(rohan, id);
  await asha.call("PUT", `/api/events/${id}`, { registrationLimit: 2 });
  expect(await readEvent(kabir, id)).toMatchObject({ waiting: null, registrationCount: 2, waitingCount: 1 });
  await asha.call("PUT", `/api/events/${id}`, { registrationLimit: null });
  expect(await readEvent(rohan, id)).toMatchObject({ waiting: null, registrationCount: 3, waitingCount: 0 });
});

test("a limit below the number of registrations neither removes nor admits anyone", async ({
  asha,
  rohan,
  meera,
  kabir,
}) => {
  const { id } = await announce(asha, { registrationLimit: 3 });
  for (const member of [rohan, meera]) await register(member, id);
  expect((await asha.call("PUT", `/api/events/${id}`, { registrationLimit: 1 })).status).toBe(200);
  expect((await register(kabir, id)).status).toBe(409);
  await wait(kabir, id);
  await unregister(rohan, id);
  expect(await readEvent(kabir, id)).toMatchObject({ registrationCount: 1, waiting: 1 });
  await unregister(meera, id);
  expect(await readEvent(kabir, id)).toMatchObject({ registrationCount: 1, waiting: null });
});

test("everyone who takes part gets a mail about a new time, a new place and the deletion", async ({
  server,
  asha,
  rohan,
  meera,
  kabir,
}) => {
  const { id } = await announce(asha, { registrationLimit: 1, title: "Night sky" });
  await register(rohan, id);
  await wait(meera, id);
  await asha.call("PUT", `/api/events/${id}`, { title: "Night sky walk", description: "Bring a coat." });
  await asha.call("PUT", `/api/events/${id}`, { location: "Roof of block D", endDate: "2099-03-01T21:00" });
  const changed = await waitUntil("the mail about the change", () => {
    const mails = mailsTo(server, rohan.email, "Changed: “Night sky walk”");
    return mails.length > 0 && mails;
  });
  expect(changed[0]).toContain("Roof of block D");
  expect(changed[0]).toContain("1 March 2099, 18:30 to 21:00 (India time)");
  await asha.call("PUT", `/api/events/${id}`, { location: "Roof of block D" });
  beginSoon(server, id);
  await asha.call("DELETE", `/api/events/${id}`);
  await waitUntil(
    "the mail about the end",
    () => mailsTo(server, meera.email, "Cancelled: “Night sky walk”")[0],
  );
  expect(mailsTo(server, rohan.email, "Changed: “Night sky")).toHaveLength(1);
  expect(mailsTo(server, meera.email, "Changed: “Night sky")).toHaveLength(1);
  for (const { email } of [asha, kabir]) expect(mailsTo(server, email, "Cancelled: “Night sky")).toEqual([]);
});

test("deleting a past event sends no mails", async ({ server, asha, rohan }) => {
  const { id } = await announce(asha, { title: "Long ago", date: inDays(-3) });
  server
    .database()
    .prepare("insert into event_registrations (event_id, user_id, created_at) values (?, ?, 1)")
    .run(id, rohan.id);
  await asha.call("DELETE", `/api/events/${id}`);
  const queued = server
    .database()
    .prepare("select count(*) from mails where key like ?")
    .pluck()
    .get(`event-cancelled:${id}:%`);
  expect(queued).toBe(0);
});

test("an event that is purged after many registered during its deletion leaves no rows", async ({
  server,
  asha,
}) => {
  const { id } = await announce(asha);
  const attempts = crowd(server, 40).map((member) => register(member, id));
  const deleted = await asha.call("DELETE", `/api/events/${id}`);
  expect(deleted.status).toBe(200);
  const statuses = (await Promise.all(attempts)).map(({ status }) => status);
  expect(statuses.filter((status) => ![200, 404, 409].includes(status))).toEqual([]);
  await browse(server, asha).post("/bin", { intent: "delete", subject: "event", id });
  const left = server.database().prepare("select count(*) from event_registrations where event_id = ?");
  expect(left.pluck().get(id)).toBe(0);
});
