import { resolve } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { eventTypes } from "#db/vocabulary.ts";
import { announce, beginSoon } from "../../support/events.ts";
import { measure, slowness, startMeasuring } from "../../support/measure.ts";
import { hourMs, mailSettings, minuteMs } from "../../support/notices.ts";
import { event, job, join } from "../../support/people.ts";
import { countRows } from "../../support/rows.ts";
import { startServer } from "../../support/server.ts";
import { startSmtp } from "../../support/smtp.ts";
import { passTime, setClock } from "../../support/time.ts";
import { waitUntil } from "../../support/wait-until.ts";

/** The longest time the event loop may be blocked: 50 ms, scaled to the speed of this machine. */
const maxTurnMs = 50 * slowness();
const receivers = 1_500;
/** 7:50 in Berlin, ten minutes before the digest. */
const morning = Date.parse("2026-03-25T06:50:00Z");

const smtp = await startSmtp();
const server = await startServer(
  { ...mailSettings(smtp, morning), SMTP_URL: "" },
  undefined,
  resolve("tests/support/clock-and-measure.ts"),
);
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

const database = server.database();
const numbers = (count: number) =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;
/** Adds members with confirmed or unconfirmed addresses that begin with `name`. */
function addMembers(name: string, count: number, { isConfirmed = true } = {}): void {
  database.exec(`${numbers(count)} insert into users (email, email_confirmed_at, password_hash, first_name, last_name, name,
      phone, batch_year, skills, created_at)
    select '${name}' || i || '@many.example', ${isConfirmed ? 1 : "null"}, '', 'Rohan', 'Pillai', 'Rohan Pillai',
      '+91 9876543210', 2026, '', 1 from n`);
}
/** Adds a notice for each of them. @param columns `mail_at` or `in_digest`, with its value */
function addNotices(name: string, kind: string, columns: Record<string, number>): void {
  database.exec(`insert into notices (user_id, kind, subject, facts, url, at, ${Object.keys(columns).join()})
    select id, '${kind}', '1', '{"title":"GATE?"}', '/questions/1', ${morning - hourMs}, ${Object.values(columns).join()}
    from users where email like '${name}%'`);
}

const [asha, rohan] = [await join(server, "asha"), await join(server, "rohan")];
let isAsked = false;
/** Triggers a delivery, and waits until it is done. @returns the longest time that the event loop was blocked */
async function longestTurn(what: string, isDone: () => boolean): Promise<number> {
  startMeasuring(server);
  const { status } = await asha.call(isAsked ? "DELETE" : "PUT", `/api/users/${rohan.id}/connection`);
  expect(status).toBe(200);
  isAsked = !isAsked;
  await waitUntil(what, isDone);
  return (await measure(server)).longestBusyMs;
}

beforeEach(() => setClock(server, morning));

test(`${receivers} immediate mails do not block the event loop`, async () => {
  addMembers("mailed", receivers);
  addNotices("mailed", "event-changed", { mail_at: morning });
  const turn = await longestTurn(
    "the mails",
    () => countRows(server, "notices where mail_at is not null") === 0,
  );
  expect(countRows(server, "mails where user_id in (select id from users where email like 'mailed%')")).toBe(
    receivers,
  );
  expect(turn).toBeLessThan(maxTurnMs);
});

test(`${receivers} unconfirmed addresses do not block the event loop`, async () => {
  addMembers("unconfirmed", receivers, { isConfirmed: false });
  addNotices("unconfirmed", "event-changed", { mail_at: morning });
  const turn = await longestTurn(
    "the questions",
    () => countRows(server, "users where asked_to_confirm_at is not null") === receivers,
  );
  expect(countRows(server, "mails where key like 'confirm-email:%'")).toBe(receivers);
  expect(turn).toBeLessThan(maxTurnMs);
});

test("1,000 digests do not block the event loop", async () => {
  addMembers("digest", 1_000);
  addNotices("digest", "event-changed", { in_digest: 1 });
  await setClock(server, morning + 10 * minuteMs);
  startMeasuring(server);
  await passTime(server, minuteMs);
  await waitUntil("the digests", () => countRows(server, "notices where in_digest = 1") === 0);
  expect(countRows(server, "mails where key like 'digest:%'")).toBe(1_000);
  expect((await measure(server)).longestBusyMs).toBeLessThan(maxTurnMs);
});

test(`${receivers} reminders of an event do not block the event loop`, async () => {
  addMembers("guest", receivers);
  database.exec(`insert into events (organizer_id, title, description, starts_at, location, event_type, created_at, updated_at)
    select min(id), 'Reunion', 'All of us', ${morning + 23 * hourMs}, 'Hall', '${eventTypes[0]}', 1, 1 from users;
    insert into event_registrations (event_id, user_id, created_at)
    select events.id, users.id, 1 from events, users where email like 'guest%'`);
  startMeasuring(server);
  await passTime(server, minuteMs);
  await waitUntil(
    "the reminders",
    () => countRows(server, "notices where kind = 'event-tomorrow'") === receivers,
  );
  expect((await measure(server)).longestBusyMs).toBeLessThan(maxTurnMs);
});

test("updating the full-text indexes after a day of writing does not block the event loop", async () => {
  for (let part = 0; part < 10; part++)
    database.exec(`${numbers(2_000)} insert into events (organizer_id, title, description, starts_at, location, event_type,
        created_at, updated_at)
      select ${asha.id}, 'Sundial ' || i, 'Part ${part} of it', 1, 'Hall', '${eventTypes[0]}', 1, 1 from n`);
  // FTS5's internal table of each segment's pages.
  const parts = () => database.prepare("select count(distinct segid) from events_search_idx").pluck().get();
  expect(parts()).toBeGreaterThan(1);
  startMeasuring(server);
  await passTime(server, 24 * hourMs);
  await waitUntil("one part", () => parts() === 1);
  expect((await measure(server)).longestBusyMs).toBeLessThan(maxTurnMs);
  database.exec("delete from events");
});

/** Adds a row for each member whose address begins with `name`. */
const addOfEach = (name: string, table: string, columns: string, values: string, from = "users") =>
  database.exec(
    `insert into ${table} (${columns}) select ${values} from ${from} where email like '${name}%'`,
  );
/**
 * Triggers notices, and waits until each member whose address begins with `name` has one. @returns the longest time
 * that the event loop was blocked
 */
async function longestTelling(kind: string, name: string, receivers: number, act: () => Promise<unknown>) {
  startMeasuring(server);
  await act();
  await passTime(server, 2_000);
  await waitUntil("all are told", () => countRows(server, `notices where kind = '${kind}'`) >= receivers);
  await waitUntil("nobody is left", () => countRows(server, "fan_outs") === 0);
  const { longestBusyMs } = await measure(server);
  const toldOnce = countRows(
    server,
    `notices join users on users.id = user_id
    where kind = '${kind}' and notices.count = 1 and email like '${name}%'`,
  );
  expect(toldOnce).toBe(receivers);
  return longestBusyMs;
}

test("a job that 5,000 saved searches find does not block the event loop", async () => {
  addMembers("follower", 5_000);
  const search = { kind: "jobs", query: "search=firmware", frequency: "daily" };
  // Compiles the code that every job needs, whatever its audience.
  await asha.call("POST", "/api/jobs", job);
  expect((await rohan.call("POST", "/api/saved-searches", search)).status).toBe(201);
  const columns = "kind, query, frequency, term, filter";
  addOfEach(
    "follower",
    "saved_searches",
    `user_id, ${columns}, created_at`,
    `users.id, ${columns}, 1`,
    "users, saved_searches",
  );
  const turn = await longestTelling("saved-search", "follower", 5_000, () =>
    asha.call("POST", "/api/jobs", { ...job, title: "Firmware engineer" }),
  );
  expect(turn).toBeLessThan(maxTurnMs);
});

test(`changing an event with ${receivers} people and cancelling it right after does not block the event loop`, {}, async () => {
  const { id } = await announce(asha);
  addMembers("visitor", receivers);
  addOfEach("visitor", "event_registrations", "event_id, user_id, created_at", `${id}, users.id, 1`);
  const turn = await longestTelling("event-cancelled", "visitor", receivers, async () => {
    const moved = await asha.call("PUT", `/api/events/${id}`, { ...event, location: "Hall 2" });
    expect(moved.status).toBe(200);
    expect(countRows(server, `notices where kind = 'event-changed' and subject = '${id}'`)).toBeGreaterThan(
      0,
    );
    beginSoon(server, id);
    expect((await asha.call("DELETE", `/api/events/${id}`)).status).toBe(200);
  });
  expect(countRows(server, `notices where kind = 'event-changed' and subject = '${id}'`)).toBe(0);
  expect(turn).toBeLessThan(maxTurnMs);
});
