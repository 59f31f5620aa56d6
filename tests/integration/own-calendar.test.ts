import ICAL from "ical.js";
import { expect, onTestFinished } from "vitest";
import { areaNames } from "../../app/platform/areas.ts";
import { announce } from "../support/events.ts";
import { createTest, unlimited } from "../support/integration.ts";
import { browse, job, join, type Member, makeAdmin, newMember, password } from "../support/people.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { clock, passTime } from "../support/time.ts";
import { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const test = createTest(unlimited, clock);
const dayMs = 86_400_000;

interface Entry {
  uid: string;
  title: string;
  status: string | null;
  sequence: number;
  modified: string;
  start: string;
  text: string;
}

/** Reads a calendar with another library than the one that wrote it. */
async function readEntries(visitor: Visitor, path: string): Promise<Entry[]> {
  const answer = await visitor.get(path);
  expect(answer.status).toBe(200);
  return new ICAL.Component(ICAL.parse(answer.text)).getAllSubcomponents("vevent").map((component) => ({
    uid: String(component.getFirstPropertyValue("uid")),
    title: String(component.getFirstPropertyValue("summary")),
    status: component.getFirstPropertyValue("status") as string | null,
    sequence: Number(component.getFirstPropertyValue("sequence")),
    modified: String(component.getFirstPropertyValue("last-modified")),
    start: String(component.getFirstPropertyValue("dtstart")),
    text: component.toString(),
  }));
}

/** @returns the path of a new calendar, from the page that shows it once */
async function makeCalendar(browser: Visitor, fields: Record<string, string> = {}): Promise<string> {
  const page = await browser.post("/account/calendar", { intent: "make", ...fields });
  expect(page.status).toBe(200);
  return /http:\/\/[^/"]+(\/calendar\/[\w-]{22}\.ics)/.exec(page.text)?.[1] ?? "";
}

async function start(server: TestServer) {
  const asha = await newMember(server, "asha");
  const rohan = await newMember(server, "rohan");
  const browser = browse(server, rohan);
  return { asha, rohan, browser, path: await makeCalendar(browser) };
}

const register = (member: Member, id: string, act = "register") =>
  member.call("POST", `/api/events/${id}/${act}`);

test("a calendar's address is shown once, stored as a hash, and never the same twice", async ({
  server,
  guest,
}) => {
  const { browser, path } = await start(server);
  const page = await browser.post("/account/calendar", { intent: "make", deadlines: "on" });
  const [, second = ""] = /value="http:\/\/[^/"]+(\/calendar\/[\w-]{22}\.ics)"/.exec(page.text) ?? [];
  expect(page.text).toMatch(new RegExp(`href="webcal://[^/"]+${second}"`));
  expect(page.headers.get("Cache-Control")).toBe("private, no-store");
  expect(second).not.toBe(path);
  const again = await browser.get("/account/calendar");
  expect(again.text).not.toContain("/calendar/".concat(second.slice(10, 20)));
  expect(again.text).toMatch(/name="deadlines"[^>]*checked/);
  const [, code = ""] = /calendar\/(.*)\.ics/.exec(second) ?? [];
  expect(JSON.stringify(server.database().prepare("select * from calendars").all())).not.toContain(code);

  expect((await guest.get(path)).status).toBe(404);
  const answer = await guest.get(second);
  expect([answer.status, answer.headers.get("Cache-Control"), answer.headers.get("Content-Type")]).toEqual([
    200,
    "private, no-store",
    "text/calendar; charset=utf-8",
  ]);
  await waitUntil("its log line", () => server.logged().includes("/calendar/…"));
  expect(server.logged()).not.toContain(code);

  expect((await browser.post("/account/calendar", { intent: "end" })).status).toBe(303);
  expect((await guest.get(second)).status).toBe(404);
  expect((await guest.get(`/calendar/${code}`)).status).toBe(404);
});

test("registering, changes, leaving and registering again all raise the number of the same entry", async ({
  server,
  guest,
}) => {
  const { asha, rohan, path } = await start(server);
  const { id } = await announce(asha, { title: "Soldering", onlineUrl: "https://meet.example/secret-room" });
  expect(await readEntries(guest, path)).toEqual([]);
  await register(rohan, id);
  const [first] = await readEntries(guest, path);
  expect(first).toMatchObject({ title: "Soldering", status: null });
  expect(first?.text).not.toContain("meet.example");
  expect((await guest.get(path)).text).toBe((await guest.get(path)).text);

  await asha.call("PUT", `/api/events/${id}`, { date: "2099-03-02T18:30" });
  const [moved] = await readEntries(guest, path);
  expect(moved).toMatchObject({ uid: first?.uid, title: "Soldering" });
  // At least the seconds since the event was announced.
  expect(moved?.sequence).toBeGreaterThan(first?.sequence ?? 0);
  expect(moved?.start).toContain("2099-03-02");
  expect((moved?.modified ?? "") > (first?.modified ?? "")).toBe(true);

  await register(rohan, id, "unregister");
  const [left] = await readEntries(guest, path);
  expect(left).toMatchObject({
    uid: first?.uid,
    sequence: (moved?.sequence ?? 0) + 1,
    status: "CANCELLED",
    title: "Cancelled",
  });
  expect(left?.text).not.toContain("Soldering");

  await register(rohan, id);
  const [back] = await readEntries(guest, path);
  expect(back).toMatchObject({ uid: first?.uid, sequence: (left?.sequence ?? 0) + 1, status: null });
});

test("a calendar contains organized events, and a deleted event as cancelled for 30 days", async ({
  server,
  guest,
}) => {
  const { asha, rohan, path } = await start(server);
  const own = await announce(rohan, { title: "Mine" });
  const asked = await announce(asha, { title: "Ours" });
  await asha.call("PUT", `/api/events/${asked.id}/organizers/${rohan.id}`);
  expect((await readEntries(guest, path)).map(({ title }) => title)).toEqual(["Mine"]);
  await rohan.call("PUT", `/api/events/${asked.id}/organizers/${rohan.id}`);
  expect((await readEntries(guest, path)).map(({ title }) => title).sort()).toEqual(["Mine", "Ours"]);
  const before = (await readEntries(guest, "/events.ics")).length;

  await rohan.call("DELETE", `/api/events/${own.id}`);
  for (const calendar of [path, "/events.ics"]) {
    const gone = await waitUntil("the cancelled entry", async () =>
      (await readEntries(guest, calendar)).find(
        ({ uid, status }) => uid.startsWith(`event-${own.id}@`) && status === "CANCELLED",
      ),
    );
    expect(gone.title).toBe("Cancelled");
  }
  expect(await readEntries(guest, "/events.ics")).toHaveLength(before);

  await passTime(server, 29 * dayMs);
  expect((await readEntries(guest, path)).map(({ status }) => status)).toEqual([null, "CANCELLED"]);
  await passTime(server, 2 * dayMs);
  expect((await readEntries(guest, path)).map(({ title }) => title)).toEqual(["Ours"]);
  expect((await readEntries(guest, "/events.ics")).map(({ status }) => status)).not.toContain("CANCELLED");
});

test("an event that is restored from the bin is back in the public calendar", async ({ server, guest }) => {
  const asha = await newMember(server, "asha");
  const { id } = await announce(asha);
  // A busy copy may be a second old.
  const read = (status: string | null) =>
    waitUntil("the public calendar", async () =>
      (await readEntries(guest, "/events.ics")).find(
        (entry) => entry.uid.startsWith(`event-${id}@`) && entry.status === status,
      ),
    );
  const first = await read(null);
  await asha.call("DELETE", `/api/events/${id}`);
  const gone = await read("CANCELLED");
  expect((await asha.call("POST", `/api/events/${id}/restore`)).status).toBe(200);
  const back = await read(null);
  expect(first.sequence).toBeLessThan(gone.sequence);
  expect(gone.sequence).toBeLessThan(back.sequence);
  expect(back.uid).toBe(first.uid);
});

test("an event that ended long ago leaves the calendar without being cancelled", async ({
  server,
  guest,
}) => {
  const { asha, rohan, path } = await start(server);
  const over = await announce(asha, {
    date: new Date(Date.now() + server.clockOffsetMs - 80 * dayMs).toISOString(),
  });
  server
    .database()
    .prepare("insert into event_registrations (event_id, user_id, created_at) values (?, ?, 1)")
    .run(Number(over.id), Number(rohan.id));
  expect(await readEntries(guest, path)).toHaveLength(1);
  await passTime(server, 20 * dayMs);
  expect(await readEntries(guest, path)).toEqual([]);
});

test("deadlines of saved jobs are in the calendar only if chosen, and while the member can see the job", async ({
  server,
  guest,
}) => {
  const { asha, browser, path } = await start(server);
  const saved = async (title: string) => {
    const { body } = await asha.call("POST", "/api/jobs", { ...job, title });
    await browser.post(`/jobs/${body.id}`, { intent: "save" });
    return String(body.id);
  };
  const [kept, unsaved, hidden, deleted] = [
    await saved("Kept"),
    await saved("Unsaved"),
    await saved("Hidden"),
    await saved("Deleted"),
  ];
  expect(await readEntries(guest, path)).toEqual([]);
  expect((await browser.post("/account/calendar", { intent: "save", deadlines: "on" })).status).toBe(303);
  const entries = await readEntries(guest, path);
  expect(entries.map(({ title }) => title)).toEqual(
    ["Kept", "Unsaved", "Hidden", "Deleted"].map((title) => `Deadline: ${title}, Northlight Robotics`),
  );
  expect(entries[0]).toMatchObject({ start: "2099-12-31", status: null });
  expect(entries[0]?.text).toContain("DTSTART;VALUE=DATE:20991231");

  await browser.post(`/jobs/${unsaved}`, { intent: "forget" });
  server.database().prepare("update jobs set hidden_at = 1 where id = ?").run(Number(hidden));
  await asha.call("DELETE", `/api/jobs/${deleted}`);
  const later = await readEntries(guest, path);
  expect(later.map(({ title, status }) => [title, status])).toEqual([
    ["Deadline: Kept, Northlight Robotics", null],
    ...Array(3).fill(["Cancelled", "CANCELLED"]),
  ]);
  await asha.call("PUT", `/api/jobs/${kept}`, { deadline: "2099-11-30" });
  const [moved] = await readEntries(guest, path);
  expect(moved?.start).toBe("2099-11-30");
  expect(moved?.sequence).toBeGreaterThan(entries[0]?.sequence ?? 0);
  await browser.post("/account/calendar", { intent: "save" });
  expect((await readEntries(guest, path)).every(({ status }) => status === "CANCELLED")).toBe(true);
});

test("entries of an area that is off are left out, and come back unchanged", async ({ server, guest }) => {
  const { asha, rohan, path } = await start(server);
  const { id } = await announce(asha);
  await register(rohan, id);
  const before = await readEntries(guest, path);
  const admin = await newMember(server, "meera");
  makeAdmin(server, admin);
  const page = browse(server, admin);
  const choose = async (off: string[]) => {
    const body = new URLSearchParams({ intent: "areas", areas: "", anonymousMessages: "on" });
    for (const area of areaNames) if (!off.includes(area)) body.append("areas", area);
    const sent = await page.fetch("/admin/settings", {
      method: "POST",
      body,
      headers: { Origin: server.url },
    });
    expect(sent.status).toBe(303);
  };
  await choose(["events"]);
  expect(await readEntries(guest, path)).toEqual([]);
  await choose([]);
  expect(await readEntries(guest, path)).toEqual(before);
});

test("a new password, a suspension and deleting the account all end a calendar's address", async ({
  server,
  guest,
}) => {
  const { rohan, browser, path } = await start(server);
  const secret = "another good long secret";
  const changed = await browser.post("/account/password", {
    currentPassword: password,
    password: secret,
    confirmPassword: secret,
  });
  expect([changed.status, (await guest.get(path)).status]).toEqual([303, 404]);

  const second = await makeCalendar(browser);
  const setStatus = (status: string) =>
    server.database().prepare("update users set status = ? where id = ?").run(status, Number(rohan.id));
  setStatus("suspended");
  expect((await guest.get(second)).status).toBe(404);
  setStatus("active");
  expect((await guest.get(second)).status).toBe(200);
  await browser.post("/account/delete", { posts: "keep", currentPassword: secret });
  expect((await guest.get(second)).status).toBe(404);
  const left = server.database().prepare("select 1 from calendars where user_id = ?").all(Number(rohan.id));
  expect(left).toEqual([]);
});

test("a calendar's code does not log anybody in, and a token does not open a calendar", async ({
  server,
  guest,
}) => {
  const { rohan, path } = await start(server);
  const [, code = ""] = /calendar\/(.*)\.ics/.exec(path) ?? [];
  const program = Object.assign(new Visitor(server.url), { token: code });
  expect((await program.get("/api/users/me")).status).toBe(401);
  const cookie = new Visitor(server.url);
  cookie.cookies.set("session", code);
  expect((await cookie.get("/account")).status).toBe(303);
  expect((await guest.get(`/calendar/${rohan.token}.ics`)).status).toBe(404);
  expect((await guest.post("/account/calendar", { intent: "make" })).status).not.toBe(200);
});

test("unknown codes are limited per address, and a calendar per code", async () => {
  const server = await startServer({}, undefined, clock);
  onTestFinished(async () => void (await server.stop()));
  const rohan = await join(server, "rohan");
  const path = await makeCalendar(browse(server, rohan));
  const guest = new Visitor(server.url);
  const read = async (of: string, times: number) => {
    const statuses = new Set<number>();
    for (let n = 0; n < times; n++) statuses.add((await guest.get(of)).status);
    return [...statuses];
  };
  expect(await read(`/calendar/${"x".repeat(22)}.ics`, 31)).toEqual([404, 429]);
  expect(await read(path, 121)).toEqual([200, 429]);
});

test("the page of events links to the calendar", async ({ guest }) => {
  expect((await guest.get("/events")).text).toMatch(/href="webcal:\/\/[^"]+\/events\.ics"/);
});
