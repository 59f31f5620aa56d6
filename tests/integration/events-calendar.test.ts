import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath, resolve } from "node:path";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import ICAL from "ical.js";
import { expect, onTestFinished } from "vitest";
import { announce, inDays } from "../support/events.ts";
import { createTest, unlimited } from "../support/integration.ts";
import { minuteMs } from "../support/notices.ts";
import { allMails, outbox } from "../support/outbox.ts";
import { browse, event, job, join, makeAdmin } from "../support/people.ts";
import { picture } from "../support/profile.ts";
import { startServer } from "../support/server.ts";
import { clock, endLimits, passTime } from "../support/time.ts";
import { waitUntil } from "../support/wait-until.ts";

const site = "https://quadrant.example";
const test = createTest({ RATE_LIMITS: "off", APP_URL: site }).extend(
  "asha",
  { scope: "file" },
  ({ server }) => join(server, "asha"),
);

/** Reads a calendar with another library than the one that wrote it. */
function readCalendar(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return {
    calendar,
    events: calendar.getAllSubcomponents("vevent").map((component) => new ICAL.Event(component)),
  };
}

const hard = {
  title: 'Tea, "talk"; and \\ slashes <b> & 🍵',
  description: `Line one\nLine two, with; signs\n${"सर्किट और चाय ".repeat(30)}`,
  location: "Block C; room 2, upstairs",
  endDate: "2099-03-02T01:00",
};

test("an event appears in a calendar at its hour, whatever its texts contain", async ({ asha, guest }) => {
  const { id } = await announce(asha, hard);
  const answer = await guest.get(`/events/${id}.ics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
  expect(answer.headers.get("Content-Disposition")).toBe(`attachment; filename="event-${id}.ics"`);
  // RFC 5545: every line including the last ends with CRLF and has at most 75 bytes.
  expect(answer.text.endsWith("\r\nEND:VCALENDAR\r\n")).toBe(true);
  expect(answer.text.replaceAll("\r\n", "")).not.toContain("\n");
  for (const line of answer.text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(answer.text).toContain("DTSTART:20990301T130000Z");

  const { calendar, events } = readCalendar(answer.text);
  expect(calendar.getFirstPropertyValue("version")).toBe("2.0");
  expect(calendar.getFirstPropertyValue("method")).toBe("PUBLISH");
  expect(events).toHaveLength(1);
  const [read] = events;
  expect(read?.uid).toBe(`event-${id}@quadrant.example`);
  expect(read?.summary).toBe(hard.title);
  expect(read?.location).toBe(hard.location);
  expect(read?.description).toBe(`${hard.description.trim()}\n\n${site}/events/${id}`);
  expect(read?.startDate.toJSDate().toISOString()).toBe("2099-03-01T13:00:00.000Z");
  expect(read?.startDate.zone.tzid).toBe("UTC");
  expect(read?.endDate.toJSDate().toISOString()).toBe("2099-03-01T19:30:00.000Z");
});

test("a description is Markdown on its page and plain text in calendars, feeds and search results", async ({
  asha,
  guest,
}) => {
  const description = "Bring *nothing*.\n\n- [Map](https://map.example)\n- `irons` <b>";
  const plain = "Bring nothing.\n\n- Map (https://map.example)\n- irons <b>";
  const { id } = await announce(asha, { title: "Solder", description });
  const { body } = await asha.call("POST", "/api/jobs", { ...job, title: "Solderer", description });
  const jobId = body.id;
  for (const path of [`/events/${id}`, `/jobs/${jobId}`]) {
    const { text } = await guest.get(path);
    expect(text).toContain("<p>Bring <em>nothing</em>.</p>");
    expect(text).toContain('<a href="https://map.example" rel="nofollow ugc noopener">Map</a>');
    expect(text).toContain("<code>irons</code> &lt;b&gt;");
    const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
    expect(JSON.parse(json)).toMatchObject({ description: plain });
    const { body } = await guest.get(`/api${path}`);
    expect(JSON.stringify(body)).toContain(JSON.stringify(description));
  }
  const [read] = readCalendar((await guest.get(`/events/${id}.ics`)).text).events;
  expect(read?.description).toBe(`${plain}\n\n${site}/events/${id}`);
  for (const path of ["/events.atom", "/jobs.atom"])
    expect((await guest.get(path)).text).toContain(`>${plain.replace("<b>", "&lt;b&gt;")}</content>`);
  for (const [path, thing] of [
    ["/api/events", event],
    ["/api/jobs", job],
  ] as const) {
    const refused = await asha.call("POST", path, { ...thing, description: "\n.".repeat(2_100) });
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { errors: { description: ["There is too much formatting in this text. Please use less of it."] } },
    ]);
  }
});

test("a changed event has a higher sequence number, and an unchanged one the same bytes", async ({
  server,
  asha,
  guest,
}) => {
  const { id } = await announce(asha);
  server.database().prepare("update events set created_at = created_at - 5000 where id = ?").run(id);
  const read = async () => readCalendar((await guest.get(`/events/${id}.ics`)).text).events[0];
  const before = (await read())?.sequence ?? 0;
  expect((await guest.get(`/events/${id}.ics`)).text).toBe((await guest.get(`/events/${id}.ics`)).text);
  server.database().prepare("update events set created_at = created_at - 5000 where id = ?").run(id);
  await asha.call("PUT", `/api/events/${id}`, { date: "2099-03-02T18:30" });
  const after = await read();
  expect(after?.sequence).toBeGreaterThan(before);
  expect(after?.startDate.toJSDate().toISOString()).toBe("2099-03-02T13:00:00.000Z");
});

test("all events form one calendar to subscribe to", async ({ server, asha, guest }) => {
  server.database().exec("delete from events; delete from calendars");
  for (const days of [4, -4, 1]) await announce(asha, { title: `In ${days}`, date: inDays(days) });
  const { events } = readCalendar((await guest.get("/events.ics")).text);
  expect(events.map(({ summary }) => summary)).toEqual(["In 1", "In 4", "In -4"]);
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(3);
  server.database().exec("delete from events; delete from calendars");
  const empty = await guest.get("/events.ics");
  expect([empty.status, readCalendar(empty.text).events]).toEqual([200, []]);
});

test("an unknown event has no calendar file", async ({ guest }) => {
  for (const id of ["999999", "abc", "0", "1;2"])
    expect((await guest.get(`/events/${id}.ics`)).status).toBe(404);
});

interface Feed {
  feed: {
    id: string;
    title: string;
    updated: string;
    author: { name: string };
    link: { "@_rel": string; "@_href": string }[];
    entry: {
      id: string;
      title: string;
      updated: string;
      published: string;
      summary: string;
      content: { "#text": string };
    }[];
  };
}
function readFeed(text: string): Feed["feed"] {
  expect(XMLValidator.validate(text)).toBe(true);
  const parser = new XMLParser({
    ignoreAttributes: false,
    isArray: (name) => name === "entry",
    processEntities: true,
  });
  return (parser.parse(text) as Feed).feed;
}
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

test("events and jobs have Atom feeds, newest first", async ({ server, asha, guest }) => {
  server.database().exec("delete from events; delete from jobs");
  await announce(asha, { title: "First" });
  const { id } = await announce(asha, { ...hard, title: "Second <b> & \ufffe ]]>" });
  for (const title of ["Older job", "Newer job & <more>"])
    await asha.call("POST", "/api/jobs", { ...job, title });

  const answer = await guest.get("/events.atom");
  expect(answer.headers.get("Content-Type")).toBe("application/atom+xml; charset=utf-8");
  const feed = readFeed(answer.text);
  expect(feed.id).toBe(`${site}/events.atom`);
  expect(feed.author.name).toBe("Quadrant");
  expect(feed.link.map((link) => [link["@_rel"], link["@_href"]])).toEqual([
    ["self", `${site}/events.atom`],
    ["alternate", `${site}/events`],
  ]);
  expect(feed.entry.map(({ title }) => title)).toEqual(["Second <b> &  ]]>", "First"]);
  expect(feed.entry[0]).toMatchObject({
    id: `${site}/events/${id}`,
    summary: `Sun, 1 March 2099, 18:30 to Mon, 2 March 2099, 01:00, ${hard.location}`,
    updated: expect.stringMatching(moment),
    published: expect.stringMatching(moment),
  });

  const jobs = readFeed((await guest.get("/jobs.atom")).text);
  expect(jobs.entry.map(({ title }) => title)).toEqual([
    "Newer job & <more>, Northlight Robotics",
    "Older job, Northlight Robotics",
  ]);
  for (const path of ["/events", "/jobs"]) {
    expect((await guest.get(path)).text).toMatch(
      new RegExp(`<link rel="alternate" type="application/atom\\+xml"[^>]*href="${path}.atom"`),
    );
  }
});

test("each change of a job updates its entry in the feed", async ({ server, asha, guest }) => {
  const admin = await join(server, "meera");
  makeAdmin(server, admin);
  const { id } = (await asha.call("POST", "/api/jobs", { ...job, title: "Renewed" })).body;
  const read = async () => {
    const entry = readFeed((await guest.get("/jobs.atom")).text).entry.find(({ title }) =>
      title.startsWith("Renewed"),
    );
    return { published: String(entry?.published), updated: String(entry?.updated) };
  };
  const { published, updated } = await read();
  expect(updated).toBe(published);
  let last = updated;
  const change = async (act: () => Promise<{ status: number }>) => {
    expect((await act()).status).toBeLessThan(400);
    // A feed that is made often is up to a second old for guests.
    await expect.poll(async () => (await read()).updated > last).toBe(true);
    const entry = await read();
    expect(entry.published).toBe(published);
    last = entry.updated;
  };
  const path = `/api/jobs/${id}`;
  await change(() => asha.call("PUT", path, { title: "Renewed by call" }));
  await change(() => admin.call("PUT", path, { title: "Renewed by an administrator" }));
  const fields = { ...job, title: "Renewed by its page", locations: "Pune", requiredSkills: "C" };
  const texts = Object.entries(fields).map(([name, value]) => [name, String(value)]);
  const browser = browse(server, asha);
  browser.cookies.set("__Host-session", browser.cookies.get("session") ?? "");
  const origin = { Origin: site };
  await change(() => browser.post(`/jobs/${id}/edit`, Object.fromEntries(texts), origin));
  const logo = new FormData();
  logo.set("logo", new File([new Uint8Array(await picture())], "logo.png"));
  await change(() => asha.call("PUT", `${path}/logo`, logo));
  await change(async () => {
    await browser.post(`/jobs/${id}`, { intent: "close" }, origin);
    return browser.post(`/jobs/${id}`, { intent: "reopen" }, origin);
  });
});

test("an event's page has structured data for search engines", async ({ asha, guest }) => {
  const { id } = await announce(asha, { ...hard, title: "A </script><script>alert(1)</script> talk" });
  const { text } = await guest.get(`/events/${id}`);
  const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
  expect(JSON.parse(json)).toEqual({
    "@context": "https://schema.org",
    "@type": "Event",
    name: "A </script><script>alert(1)</script> talk",
    description: hard.description.trim(),
    startDate: "2099-03-01T13:00:00.000Z",
    endDate: "2099-03-01T19:30:00.000Z",
    eventStatus: "https://schema.org/EventScheduled",
    location: { "@type": "Place", name: hard.location, address: hard.location },
    organizer: { "@type": "Person", name: "Asha Verma" },
    maximumAttendeeCapacity: event.registrationLimit,
    url: `${site}/events/${id}`,
  });
  expect((await guest.get("/sitemap.xml")).text).toContain(`${site}/events/${id}</loc>`);
});

const unlimitedTest = createTest(unlimited, clock);
unlimitedTest("members are reminded once, until they turn it off", async ({ server, guest }) => {
  const [asha, rohan, meera] = [
    await join(server, "asha"),
    await join(server, "rohan"),
    await join(server, "meera"),
  ];
  const { id } = await announce(asha, { title: "Very soon", date: inDays(0.5) });
  const { id: later } = await announce(asha, { title: "Not yet", date: inDays(1.5) });
  for (const member of [rohan, meera]) await member.call("POST", `/api/events/${id}/register`);
  await rohan.call("POST", `/api/events/${later}/register`);
  // Rohan registered days ago, so he is asked. Meera registered just now, so she is not.
  const database = server.database();
  database.prepare("update event_registrations set created_at = 1 where user_id = ?").run(rohan.id);

  const reminders = () => outbox(server).filter((mail) => /Subject: Reminder/.test(mail));
  await passTime(server, minuteMs);
  await waitUntil("the reminder", () => reminders().length > 0);
  await passTime(server, minuteMs);
  await allMails(server);
  expect(reminders()).toHaveLength(1);
  const [mail = ""] = reminders();
  expect(mail).toContain(`\nTo: ${rohan.email}\n`);
  expect(mail).toContain("Very soon");

  const link = /(\/notices\/stop\?kind=event-tomorrow&member=\d+&key=[\w-]+)/.exec(mail)?.[1] ?? "";
  expect((await guest.get(link)).text).toContain("Stop these emails");
  expect((await guest.get(link.slice(0, -1))).status).toBe(404);
  expect((await guest.get(link.replace(/member=\d+/, `member=${meera.id}`))).status).toBe(404);
  // Opening the link changes nothing. Its button does.
  const chosen = database.prepare("select user_id, kind, choice from notice_settings").raw();
  expect(chosen.all()).toEqual([]);
  expect((await guest.post(link, {})).status).toBe(200);
  expect(chosen.all()).toEqual([[Number(rohan.id), "event-tomorrow", "here"]]);
  database.prepare("update events set starts_at = ? where id = ?").run(Date.now() + 40_000_000, later);
  await passTime(server, minuteMs);
  await allMails(server);
  expect(reminders()).toHaveLength(1);
});

test.skipIf(process.env.SUITE === "engines")(
  "the calendar and the feeds are built once for all readers until something changes",
  async () => {
    const folder = mkdtempSync(joinPath(tmpdir(), "quadrant-feeds-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = joinPath(folder, "trips");
    const server = await startServer(
      { ...unlimited, QUESTIONS: "public", ROUND_TRIPS: file },
      undefined,
      resolve("tests/support/count-round-trips.ts"),
    );
    onTestFinished(async () => void (await server.stop()));
    const member = await join(server, "asha");
    const browser = browse(server, member);
    const paths = {
      "/events.ics": "events",
      "/events.atom": "events",
      "/jobs.atom": "jobs",
      "/questions.atom": "questions",
    };
    const countReads = (table: string) => readFileSync(file, "utf8").split(`from \\"${table}\\"`).length - 1;
    const readers = [
      {},
      { Cookie: "theme=dark" },
      { "Save-Data": "on" },
      { Cookie: `session=${browser.cookies.get("session")}` },
    ];
    for (const [path, table] of Object.entries(paths)) {
      let reads = 0;
      // The server's timers end a copy as well, and read the same tables.
      for (let round = 1; reads !== 1 && round <= 20; round++) {
        // A busy copy may be a second old.
        await endLimits(server);
        await announce(member, { title: `Tides ${round}` });
        const before = countReads(table);
        const texts = await Promise.all(
          readers.map(async (headers) => (await fetch(`${server.url}${path}`, { headers })).text()),
        );
        expect(new Set(texts).size).toBe(1);
        reads = countReads(table) - before;
      }
      expect(reads, path).toBe(1);
    }
    await announce(member, { title: "Currents" });
    await waitUntil("the new event", async () =>
      (await (await fetch(`${server.url}/events.ics`)).text()).includes("SUMMARY:Currents"),
    );
  },
);
