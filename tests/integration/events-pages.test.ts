import sharp from "sharp";
import { describe, expect } from "vitest";
import { announce, inDays, readEvent } from "../support/events.ts";
import { createTest, unlimited } from "../support/integration.ts";
import { browse, join, type Member } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { loseFile } from "../support/upload.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const test = createTest(unlimited)
  .extend("asha", { scope: "file" }, ({ server }) => join(server, "asha"))
  .extend("rohan", { scope: "file" }, ({ server }) => join(server, "rohan"))
  .extend("ashasPages", { scope: "file" }, ({ server, asha }) => browse(server, asha))
  .extend("rohansPages", { scope: "file" }, ({ server, rohan }) => browse(server, rohan));
const limitedTest = createTest();

const fields = {
  title: "Kites & wind",
  description: "Paper, bamboo, string.",
  date: "2099-04-02T16:15",
  location: "Sports ground",
  eventType: "workshop",
  registrationLimit: "20",
  registrationLink: "",
  imageUrl: "",
};
const picture = () =>
  sharp({ create: { width: 60, height: 30, channels: 3, background: "#F2B33D" } })
    .jpeg()
    .toBuffer();

/** Sends the form as browsers do, with a picture or with an empty file field. */
function sendForm(
  browser: Visitor,
  path: string,
  texts: Record<string, string>,
  file?: Buffer,
): Promise<Answer> {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.append(name, text);
  form.append("image", new File(file ? [new Uint8Array(file)] : [], file ? "poster.jpg" : ""));
  return browser.fetch(path, { method: "POST", body: form, headers: { Origin: browser.url } });
}
const latest = async (member: Member) =>
  (await member.get("/api/events?when=upcoming&limit=500")).body.data.sort(
    (a, b) => Number(b.id) - Number(a.id),
  )[0];

/** Makes every statement on events fail during `run`. */
async function withoutEvents(server: TestServer, run: () => Promise<void>): Promise<void> {
  const database = server.database();
  database.exec("alter table events rename to hidden_events");
  try {
    await run();
  } finally {
    database.exec("alter table hidden_events rename to events");
  }
}

describe("the list", () => {
  test("the list shows upcoming events and the latest three past ones", async ({ server, asha, guest }) => {
    server.database().exec("delete from events");
    const empty = (await guest.get("/events")).text;
    for (const text of [
      "No upcoming events",
      "Be the first to create an exciting event!",
      "No recent past events",
    ]) {
      expect(empty).toContain(text);
    }
    expect(empty).toContain("Past events will appear here once they&#x27;re completed.");
    expect(empty).not.toContain("Create Event");
    for (const days of [2, -1, -2, -3, -4, 1])
      await announce(asha, { title: `Day ${days}.`, date: inDays(days) });
    const { text, headers } = await guest.get("/events");
    const grids = text.slice(text.indexOf("Upcoming Events"));
    const order = [...grids.matchAll(/Day -?\d\./g)].map(([title]) => title);
    expect([...new Set(order)]).toEqual(["Day 1.", "Day 2.", "Day -1.", "Day -2.", "Day -3."]);
    expect(headers.get("Set-Cookie")).toBeNull();
    expect(text).not.toContain("/assets/entry.client");
  });

  test("the list offers Create Event to members only, and each event the action that fits", async ({
    server,
    asha,
    rohan,
    ashasPages,
    rohansPages,
    guest,
  }) => {
    server.database().exec("delete from events");
    const { id } = await announce(asha, { registrationLimit: 1, title: "One seat" });
    await announce(asha, { registrationLink: "https://forms.example/x", title: "Form elsewhere" });
    const organizer = (await ashasPages.get("/events")).text;
    expect(organizer).toContain("Create Event");
    expect(organizer).toContain(`href="/events/${id}/edit"`);
    const member = (await rohansPages.get("/events")).text;
    expect(member).toContain('aria-label="Register: One seat"');
    expect(member).toMatch(/<a[^>]*href="https:\/\/forms\.example\/x"[^>]*rel="noreferrer nofollow"/);
    expect(member).not.toContain(`/events/${id}/edit`);
    await rohan.call("POST", `/api/events/${id}/register`);
    expect((await rohansPages.get("/events")).text).toContain('aria-label="Unregister: One seat"');
    const full = (await ashasPages.get("/events")).text;
    expect(full).toContain("All seats of your event are taken");
    expect(full).toContain(`href="/events/${id}/check-in"`);
    expect(full).not.toContain("Join the waiting list");
    const later = browse(server, await join(server, "kabir"));
    const offered = (await later.get("/events")).text;
    expect(offered).toContain('aria-label="Join the waiting list: One seat"');
    expect(offered).not.toContain("/check-in");
    const seen = (await guest.get("/events")).text;
    expect(seen).toContain(`href="/login?redirectTo=%2Fevents%2F${id}&amp;notice=none"`);
    expect(seen).toContain(">Full</span>");
    expect(seen.split(">Log in to join the waiting list<")).toHaveLength(2);
    expect(seen.split(">Log in to register<")).toHaveLength(2);
    server.database().prepare("update events set starts_at = 1 where id = ?").run(Number(id));
    const past = (await ashasPages.get(`/events/${id}`)).text;
    expect(past).toContain("<bdi>1 person registered</bdi>");
    expect(past).not.toContain("<bdi>Full</bdi>");
  });

  test("the list shows times in the community's time zone and in a machine-readable form", async ({
    server,
    asha,
    guest,
  }) => {
    server.database().exec("delete from events");
    await announce(asha, { date: "2099-03-01T18:30" });
    expect((await guest.get("/events")).text).toContain(
      '<time dateTime="2099-03-01T13:00:00.000Z">Sun 1 Mar 2099, 18:30</time>',
    );
  });

  test("the list continues after 24 events", async ({ server, asha, guest }) => {
    server.database().exec("delete from events");
    for (let n = 10; n < 36; n++) await announce(asha, { title: `Numbered ${n}`, date: inDays(n) });
    const first = (await guest.get("/events")).text;
    expect(first).toContain("Numbered 33");
    expect(first).not.toContain("Numbered 34");
    const next = /href="(\/events\?cursor=[\d-]+)"/.exec(first)?.[1] ?? "";
    const second = (await guest.get(next)).text;
    expect(second).toContain("Numbered 34");
    expect(second).toContain("Numbered 35");
    expect(second).not.toContain("Numbered 33");
  });

  test("guests see a new registration in the list at once", async ({ server, asha, rohan, guest }) => {
    server.database().exec("delete from events");
    const { id } = await announce(asha);
    expect((await guest.get("/events")).text).toContain("25 of 25 seats left");
    expect((await guest.get(`/events/${id}`)).text).toContain("25 of 25 seats left");
    await rohan.call("POST", `/api/events/${id}/register`);
    // Earlier tests may have rendered the list five times within this second.
    const list = async () => (await guest.get("/events")).text;
    await expect.poll(list).toContain("24 of 25 seats left");
    expect((await guest.get(`/events/${id}`)).text).toContain("24 of 25 seats left");
  });

  test("the list says when it cannot be loaded", async ({ server, ashasPages, guest }) => {
    await withoutEvents(server, async () => {
      for (const path of ["/events", "/events/1", "/events?after=1-1"]) {
        const page = await ashasPages.get(path);
        expect([path, page.status]).toEqual([path, 503]);
        expect(page.text).toContain("Failed to load events");
        expect(page.text).toContain("Retry");
      }
      expect((await guest.get("/events?after=2-2")).status).toBe(503);
    });
    expect((await guest.get("/events")).status).toBe(200);
  });
});

describe("an event's page", () => {
  test("an event's page works on its own", async ({ asha, guest }) => {
    const { id } = await announce(asha, { title: "Alone", description: "First line\nsecond line" });
    const { text } = await guest.get(`/events/${id}`);
    for (const part of [
      "Alone",
      "First line\nsecond line",
      "Electronics lab, block C",
      "Asha Verma",
      "25 of 25 seats left",
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain("Upcoming Events");
    expect((await guest.get("/events/999999")).status).toBe(404);
    expect((await guest.get("/events/abc")).status).toBe(404);
  });

  test("members register, unregister, join the waiting list and leave it without scripts", async ({
    asha,
    rohan,
    rohansPages,
    ashasPages,
  }) => {
    const { id } = await announce(asha, { registrationLimit: 1 });
    const path = `/events/${id}`;
    const event = id;
    const registered = await rohansPages.post("/events?after=1-1", { intent: "register", event });
    expect([registered.status, registered.headers.get("Location")]).toEqual([
      303,
      `/events?after=1-1#event-${id}`,
    ]);
    const fullInList = await ashasPages.post("/events", { intent: "register", event });
    expect(fullInList.status).toBe(409);
    expect(fullInList.text).toMatch(/role="alert"[\s\S]*Event is full[\s\S]*Upcoming Events/);
    const full = await ashasPages.post(path, { intent: "register", event });
    expect(full.status).toBe(409);
    expect(full.text).toMatch(/role="alert"[\s\S]*Event is full/);
    expect((await ashasPages.post(path, { intent: "wait", event })).headers.get("Location")).toBe(
      `${path}#seat`,
    );
    expect((await ashasPages.get(path)).text).toMatch(
      /You&#x27;re number (<!-- -->)?1(<!-- -->)? on the waiting list/,
    );
    const asked = await rohansPages.post(path, { intent: "unregister", event });
    expect([asked.status, asked.text]).toEqual([
      409,
      expect.stringContaining("1 person is waiting. Your seat goes to the next one."),
    ]);
    expect(asked.text).toMatch(/<details[\s\S]*?name="sure" value="yes"[\s\S]*?Give my seat away/);
    await rohansPages.post(path, { intent: "unregister", event, sure: "yes" });
    expect(await readEvent(asha, id)).toMatchObject({ registrations: [{ userId: asha.id }], waiting: null });
    await rohansPages.post(path, { intent: "wait", event });
    await rohansPages.post(path, { intent: "leave", event });
    expect((await readEvent(rohan, id)).waiting).toBeNull();
    expect((await rohansPages.post(path, { intent: "dance", event })).status).toBe(400);
    for (const gone of ["", "0", "x", "999999"])
      expect((await rohansPages.post("/events", { intent: "register", event: gone })).status).toBe(404);
  });

  test.for([
    ["register", "Failed to register"],
    ["unregister", "Failed to unregister"],
  ] as const)("the page says when it cannot %s", async ([intent, text], { server, asha, rohansPages }) => {
    const { id } = await announce(asha);
    const database = server.database();
    database.exec(`create trigger full_insert before insert on event_registrations begin select raise(abort, 'disk is full'); end;
      create trigger full_delete before delete on event_registrations begin select raise(abort, 'disk is full'); end`);
    database.prepare("select 1").get();
    try {
      if (intent === "unregister") {
        database.exec("drop trigger full_insert");
        await rohansPages.post(`/events/${id}`, { intent: "register", event: id });
      }
      const answer = await rohansPages.post(`/events/${id}`, { intent, event: id });
      expect(answer.status).toBe(503);
      expect(answer.text).toMatch(new RegExp(`role="alert"[\\s\\S]*${text}`));
    } finally {
      database.exec("drop trigger if exists full_insert; drop trigger if exists full_delete");
    }
  });

  test("changing only the title keeps the seconds of an event's times and notifies nobody", async ({
    server,
    asha,
    rohan,
    ashasPages,
  }) => {
    const times = { date: "2030-03-01T13:00:45Z", endDate: "2030-03-01T14:00:30Z" };
    const { id } = await announce(asha, times);
    await rohan.call("POST", `/api/events/${id}/register`);
    const read = async () => (await asha.call("GET", `/api/events/${id}`)).body;
    const { data } = await read();
    const version = server
      .database()
      .prepare("select version from events where id = ?")
      .pluck()
      .get(Number(id));
    const form = {
      ...Object.fromEntries(
        (
          [
            "title",
            "description",
            "location",
            "eventType",
            "registrationLink",
            "onlineUrl",
            "imageUrl",
          ] as const
        ).map((name) => [name, data[name] ?? ""]),
      ),
      registrationLimit: String(data.registrationLimit ?? ""),
      date: "2030-03-01T18:30",
      endDate: "2030-03-01T19:30",
      version: String(version),
    };
    const saved = await ashasPages.post(`/events/${id}/edit`, { ...form, title: "Without the typo" });
    expect(saved.status).toBe(303);
    expect((await read()).data).toMatchObject({
      title: "Without the typo",
      date: "2030-03-01T13:00:45.000Z",
      endDate: "2030-03-01T14:00:30.000Z",
    });
    const told = server
      .database()
      .prepare("select count(*) from notices where kind = 'event-changed' and subject = ?");
    expect(told.pluck().get(String(id))).toBe(0);
    const later = {
      ...form,
      title: "Without the typo",
      date: "2030-03-01T18:45",
      version: String(Number(version) + 1),
    };
    expect((await ashasPages.post(`/events/${id}/edit`, later)).status).toBe(303);
    expect((await read()).data).toMatchObject({
      date: "2030-03-01T13:15:00.000Z",
      endDate: "2030-03-01T14:00:30.000Z",
    });
    expect(told.pluck().get(String(id))).toBe(1);
  });

  test("the page lists attendees and the waiting list for the organizer, and as a file", async ({
    server,
    asha,
    rohan,
    ashasPages,
    rohansPages,
  }) => {
    const { id } = await announce(asha, { registrationLimit: 1 });
    await rohan.call("POST", `/api/events/${id}/register`);
    const meera = await join(server, "meera");
    await meera.call("POST", `/api/events/${id}/waiting`);
    server
      .database()
      .prepare("update users set first_name = '=1+1', name = trim('=1+1 ' || last_name) where id = ?")
      .run(meera.id);
    const { text } = await ashasPages.get(`/events/${id}`);
    expect(text).toContain("Rohan Pillai");
    expect(text).toContain("=1+1 Nair");
    expect((await rohansPages.get(`/events/${id}`)).text).not.toContain("=1+1 Nair");
    const file = await ashasPages.get(`/events/${id}/attendees.csv`);
    expect(file.headers.get("Content-Disposition")).toBe(`attachment; filename="event-${id}-attendees.csv"`);
    const lines = file.text.replace("\ufeff", "").split("\r\n");
    expect(lines[0]).toBe('"Name","Email","State","Since (India time)","Came"');
    expect(lines[1]).toMatch(
      /^"Rohan Pillai","rohan\.pillai@college\.example","registered","\d{4}-\d\d-\d\d \d\d:\d\d",""$/,
    );
    server
      .database()
      .prepare("update event_registrations set checked_in_at = 1 where event_id = ?")
      .run(Number(id));
    expect((await ashasPages.get(`/events/${id}/attendees.csv`)).text).toMatch(
      /"registered","[^"]*","yes"\r\n/,
    );
    expect(lines[2]).toMatch(/^"'=1\+1 Nair",/);
    expect((await rohansPages.get(`/events/${id}/attendees.csv`)).status).toBe(403);
    expect((await ashasPages.get("/events/999999/attendees.csv")).status).toBe(404);
  });
});

describe("the form", () => {
  test("the form announces an event with a picture", async ({ asha, ashasPages, guest }) => {
    const answer = await sendForm(ashasPages, "/events/new", fields, await picture());
    const { id = "" } = (await latest(asha)) ?? {};
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, `/events/${id}`]);
    const event = await readEvent(asha, id);
    expect(event).toMatchObject({
      title: "Kites & wind",
      date: "2099-04-02T10:45:00.000Z",
      registrationLimit: 20,
      registrationLink: null,
      imageUrl: expect.stringMatching(/^\/files\/images\/[\w-]+\.webp$/),
    });
    expect((await guest.get(event.imageUrl ?? "")).headers.get("Content-Type")).toBe("image/webp");
  });

  test("an event's picture is shown at the size that pages need, even if it is older than that size", async ({
    asha,
    ashasPages,
    guest,
    server,
  }) => {
    await sendForm(ashasPages, "/events/new", fields, await picture());
    const { id } = (await latest(asha)) ?? { id: "" };
    const [, source = ""] =
      /<img[^>]* src="(\/files\/images\/[^"]+)"/.exec((await guest.get(`/events/${id}`)).text) ?? [];
    const readSize = async () => {
      const response = await fetch(server.url + source);
      expect(response.headers.get("Content-Type")).toBe("image/webp");
      const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      return [width, height];
    };
    expect(await readSize()).toEqual([800, 400]);
    loseFile(server, source.replace("/files/images/", ""));
    const whole = await sharp(await picture()).metadata();
    expect(await readSize()).toEqual([whole.width, whole.height]);
  });

  test("after an error the form keeps the picture and what was typed", async ({ asha, ashasPages }) => {
    const wrong = { ...fields, title: " ", registrationLimit: "0", registrationLink: "javascript:alert(1)" };
    const answer = await sendForm(ashasPages, "/events/new", wrong, await picture());
    expect(answer.status).toBe(422);
    for (const text of [
      "Title is required",
      "Registration limit must be a whole number from 1",
      "Must be a web address that begins with http:// or https://",
      "Paper, bamboo, string.",
      'value="2099-04-02T16:15"',
      'value="javascript:alert(1)"',
    ]) {
      expect(answer.text).toContain(text);
    }
    const imageUrl = /name="imageUrl" value="([^"]+)"/.exec(answer.text)?.[1] ?? "";
    expect(imageUrl).toMatch(/^\/files\/images\//);
    expect((await sendForm(ashasPages, "/events/new", { ...fields, imageUrl })).status).toBe(303);
    expect((await readEvent(asha, (await latest(asha))?.id ?? "")).imageUrl).toBe(imageUrl);
  });

  test.for([
    [Buffer.from("<html>no picture</html>"), 415, "This file is not an image."],
    [Buffer.alloc(11 * 1024 * 1024, 1), 413, "The image is larger than 10MB."],
  ] as const)(
    "the form refuses a picture that is not an image or is too large",
    async ([file, status, text], { ashasPages }) => {
      const answer = await sendForm(ashasPages, "/events/new", fields, file);
      expect(answer.status).toBe(status);
      expect(answer.text).toContain(text);
      if (status === 415) expect(answer.text).toContain("Kites &amp; wind");
    },
  );

  test("the form changes an event, and a new picture replaces and removes the old one", async ({
    asha,
    ashasPages,
    guest,
  }) => {
    await sendForm(ashasPages, "/events/new", fields, await picture());
    const id = (await latest(asha))?.id ?? "";
    const before = await readEvent(asha, id);
    const form = (await ashasPages.get(`/events/${id}/edit`)).text;
    for (const part of [
      "Edit Event",
      'value="2099-04-02T16:15"',
      `name="imageUrl" value="${before.imageUrl}"`,
      "Save Event",
    ]) {
      expect(form).toContain(part);
    }
    const imageUrl = before.imageUrl ?? "";
    const change = { ...fields, title: "Kites, again", registrationLimit: "", imageUrl };
    expect((await sendForm(ashasPages, `/events/${id}/edit`, change)).status).toBe(303);
    expect(await readEvent(asha, id)).toMatchObject({
      title: "Kites, again",
      registrationLimit: null,
      imageUrl,
    });
    expect((await sendForm(ashasPages, `/events/${id}/edit`, change, await picture())).status).toBe(303);
    expect((await readEvent(asha, id)).imageUrl).not.toBe(imageUrl);
    expect((await guest.get(imageUrl)).status).toBe(404);
  });

  test("other members and guests cannot open the form", async ({ asha, rohansPages, guest }) => {
    const { id, title } = await announce(asha);
    expect((await sendForm(rohansPages, `/events/${id}/edit`, fields, await picture())).status).toBe(403);
    const lost = await sendForm(guest, `/events/${id}/edit`, fields);
    expect(lost.status).toBe(401);
    expect(lost.text).toContain("You&#x27;re logged out.");
    expect((await rohansPages.post(`/events/${id}/delete`, {})).status).toBe(403);
    expect((await sendForm(guest, "/events/999999/edit", fields)).status).toBe(401);
    expect((await sendForm(rohansPages, "/events/999999/edit", fields)).status).toBe(404);
    expect((await readEvent(asha, id)).title).toBe(title);
  });

  test("if the store fails, the form stays and shows an error", async ({ server, asha, ashasPages }) => {
    const { id } = await announce(asha);
    const database = server.database();
    for (const act of ["insert", "update", "delete"]) {
      database.exec(
        `create trigger full_${act} before ${act} on events begin select raise(abort, 'disk is full'); end`,
      );
    }
    try {
      for (const path of ["/events/new", `/events/${id}/edit`]) {
        const answer = await sendForm(ashasPages, path, fields);
        expect(answer.status).toBe(503);
        expect(answer.text).toMatch(/role="alert"[\s\S]*Failed to save event\. Check console for details\./);
        expect(answer.text).toContain("Paper, bamboo, string.");
      }
      const deletion = await ashasPages.post(`/events/${id}/delete`, {});
      expect(deletion.status).toBe(503);
      expect(deletion.text).toMatch(/role="alert"[\s\S]*Failed to delete event/);
    } finally {
      for (const act of ["insert", "update", "delete"]) database.exec(`drop trigger full_${act}`);
    }
  });

  test("deleting an event asks for confirmation", async ({ asha, ashasPages }) => {
    const { id, title } = await announce(asha, { title: "To be deleted" });
    const asked = await ashasPages.get(`/events/${id}/delete`);
    expect(asked.text).toContain("Are you sure?");
    expect(asked.text).toContain(title);
    const deleted = await ashasPages.post(`/events/${id}/delete`, {});
    expect([deleted.status, deleted.headers.get("Location")]).toEqual([303, "/events"]);
    expect((await ashasPages.get(`/events/${id}`)).status).toBe(404);
  });
});

limitedTest("a member can only do so much in a short while", async ({ server }) => {
  const asha = await join(server, "asha");
  const { id } = await announce(asha);
  const statuses = [];
  for (let n = 0; n < 61; n++) statuses.push((await asha.call("POST", `/api/events/${id}/register`)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  const refused = await asha.call("POST", `/api/events/${id}/unregister`);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  const page = await browse(server, asha).post(`/events/${id}`, { intent: "unregister", event: id });
  expect([page.status, Number(page.headers.get("Retry-After")) > 0]).toEqual([429, true]);
  const made = [];
  const repeat = (times: number) => asha.call("POST", `/api/events/${id}/repeat`, { every: "week", times });
  expect((await repeat(12)).status).toBe(201);
  // With the first event and its twelve repetitions this makes a hundred in a day.
  for (let n = 0; n < 87; n++) made.push((await asha.call("POST", "/api/events", { ...fields })).status);
  expect(made.filter((status) => status !== 201)).toEqual([]);
  expect((await asha.call("POST", "/api/events", { ...fields })).status).toBe(429);
});
