import ICAL from "ical.js";
import { expect } from "vitest";
import type { Event } from "../support/api-types.ts";
import { announce, inDays, readEvent } from "../support/events.ts";
import { createTest, unlimited } from "../support/integration.ts";
import { browse, join, type Member, makeAdmin } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { share } from "../support/upload.ts";
import { type Answer, errorsOf } from "../support/visitor.ts";

const test = createTest(unlimited)
  .extend("asha", { scope: "file" }, ({ server }) => join(server, "asha"))
  .extend("rohan", { scope: "file" }, ({ server }) => join(server, "rohan"))
  .extend("meera", { scope: "file" }, ({ server }) => join(server, "meera"))
  .extend("kabir", { scope: "file" }, ({ server }) => join(server, "kabir"));

const repeat = (
  member: Member,
  id: string,
  every: string,
  times: unknown,
  headers?: Record<string, string>,
) => member.call("POST", `/api/events/${id}/repeat`, { every, times }, headers);
const eventsIn = ({ body }: Answer<Event[]>) => body;
const register = (member: Member, id: string) => member.call("POST", `/api/events/${id}/register`);
const organize = async (asha: Member, host: Member, id: string) => {
  for (const member of [asha, host])
    expect((await member.call("PUT", `/api/events/${id}/organizers/${host.id}`, {})).status).toBe(200);
};
const trailOf = (server: TestServer, title: string) =>
  server
    .database()
    .prepare("select admin_id || ' ' || action from audit_entries where subject = ? order by id")
    .pluck()
    .all(`“${title}”`);

test("an event is repeated as separate events at the same local time with the same organizers", async ({
  server,
  asha,
  rohan,
  kabir,
  guest,
}) => {
  const fields = { title: "Again", date: "2099-01-31T18:30", endDate: "2099-01-31T20:00" };
  const { id } = await announce(asha, fields);
  await organize(asha, rohan, id);
  expect((await guest.call("POST", `/api/events/${id}/repeat`, { every: "week", times: 1 })).status).toBe(
    401,
  );
  expect((await repeat(kabir, id, "week", 1)).status).toBe(403);
  expect((await repeat(asha, "999999", "week", 1)).status).toBe(404);
  for (const times of [0, 13, 1.5, "", "x"]) {
    const refused = await repeat(asha, id, "week", times);
    expect([refused.status, errorsOf(refused)]).toEqual([422, { times: ["Repeat it 1 to 12 times"] }]);
  }
  expect(errorsOf(await repeat(asha, id, "day", 2))).toEqual({ every: ["Choose week or month"] });

  const key = { "Idempotency-Key": "again-and-again" };
  const made = await repeat(rohan, id, "month", 3, key);
  expect(made.status).toBe(201);
  expect(eventsIn(made).map(({ date, endDate }) => [date, endDate])).toEqual([
    ["2099-02-28T13:00:00.000Z", "2099-02-28T14:30:00.000Z"],
    ["2099-03-31T13:00:00.000Z", "2099-03-31T14:30:00.000Z"],
    ["2099-04-30T13:00:00.000Z", "2099-04-30T14:30:00.000Z"],
  ]);
  for (const event of eventsIn(made))
    expect(event.organizers.map(({ name, state }) => `${name}: ${state}`)).toEqual([
      "Asha Verma: organizer",
      "Rohan Pillai: co-organizer",
    ]);
  expect(eventsIn(await repeat(rohan, id, "month", 3, key)).map((event) => event.id)).toEqual(
    eventsIn(made).map((event) => event.id),
  );
  // The series continues after its last event, up to twelve.
  expect((await repeat(asha, id, "month", 1)).status).toBe(409);
  const last = eventsIn(made).at(-1)?.id ?? "";
  expect(errorsOf(await repeat(asha, last, "week", 10))).toEqual({
    times: ["A series has at most 12 repetitions: 9 more are left"],
  });
  const answers = await Promise.all([1, 2, 3].map(() => repeat(asha, last, "week", 9)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(trailOf(server, "Again")).toContain(`${rohan.id} repeated the event`);
  expect((await guest.get(`/events/${last}`)).text).toContain("4 of 13");
  const calendar = await guest.get("/events.ics");
  const read = new ICAL.Component(ICAL.parse(calendar.text)).getAllSubcomponents("vevent");
  const again = read.map((each) => new ICAL.Event(each)).filter(({ summary }) => summary === "Again");
  expect(new Set(again.map(({ uid }) => uid)).size).toBe(13);
});

test("one edit changes this event and the following ones, or none of them", async ({
  server,
  asha,
  rohan,
  meera,
}) => {
  const fields = { title: "Row", date: "2099-05-04T18:00", endDate: "2099-05-04T19:00" };
  const { id: firstId } = await announce(asha, fields);
  await organize(asha, rohan, firstId);
  const made = eventsIn(await repeat(asha, firstId, "week", 3));
  const [id, third, fourth] = made.map((event) => event.id) as [string, string, string];
  await Promise.all([register(meera, firstId), register(meera, third), register(meera, fourth)]);
  const put = (body: Record<string, unknown>, member = asha) =>
    member.call("PUT", `/api/events/${id}?following=1`, body);
  const periods = () =>
    Promise.all(
      [firstId, id, third, fourth].map(async (each) => {
        const { date, endDate } = await readEvent(asha, each);
        return `${date.slice(5, 16)} ${endDate?.slice(5, 16) ?? "-"}`;
      }),
    );
  const before = await periods();
  expect((await put({ location: "Roof" }, meera)).status).toBe(403);
  // The end of every event would be before its start.
  for (const wrong of [{ date: "2099-05-12T21:00" }, { endDate: "2099-05-11T17:00" }]) {
    const refused = await put(wrong);
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      { endDate: ["The end must be after the start."] },
    ]);
    expect((await asha.call("PUT", `/api/events/${id}`, wrong)).status).toBe(422);
  }
  expect(
    (await asha.call("PUT", `/api/events/${id}?following=1`, { title: "No" }, { "If-Match": '"0-x"' }))
      .status,
  ).toBe(412);
  expect(await periods()).toEqual(before);

  const moved = await put(
    { date: "2099-05-12T19:00", endDate: "2099-05-12T20:30", title: "Moved row" },
    rohan,
  );
  expect(moved.status).toBe(200);
  expect(await periods()).toEqual([
    "05-04T12:30 05-04T13:30",
    "05-12T13:30 05-12T15:00",
    "05-19T13:30 05-19T15:00",
    "05-26T13:30 05-26T15:00",
  ]);
  expect((await readEvent(asha, firstId)).title).toBe("Row");
  expect((await readEvent(asha, fourth)).title).toBe("Moved row");
  // A member registered for several events of the series is notified once.
  const told = (await meera.get("/api/notices")).body.data;
  expect(told.filter(({ kind }) => kind === "event-changed")).toHaveLength(1);
  expect(trailOf(server, "Row")).toContain(`${rohan.id} changed the series of the event`);

  // The other events get only what the form changes.
  await asha.call("PUT", `/api/events/${fourth}`, { location: "Cellar" });
  const browser = browse(server, asha);
  const page = await browser.get(`/events/${id}/edit`);
  expect(page.text).toContain("Also change the 2 that follow in this series");
  const version = /name="version" value="(\d+)"/.exec(page.text)?.[1] ?? "";
  const typed = {
    ...fields,
    title: "Third title",
    description: "Bring nothing but curiosity. Irons and tin are there.",
    date: "2099-05-12T19:00",
    endDate: "2099-05-12T20:30",
    location: "Electronics lab, block C",
    eventType: "workshop",
    registrationLimit: "25",
    version,
    following: "1",
  };
  expect((await browser.post(`/events/${id}/edit`, typed)).status).toBe(303);
  const end = await readEvent(asha, fourth);
  expect([end.title, end.location]).toEqual(["Third title", "Cellar"]);
  expect((await browser.post(`/events/${id}/edit`, { ...typed, title: "" })).text).toContain(
    "Title is required",
  );
});

test("only registered members see the online link, from an hour before the start, and organizers always", async ({
  server,
  asha,
  rohan,
  meera,
  guest,
}) => {
  const onlineUrl = "https://meet.example/soldering?room=7";
  const { id } = await announce(asha, { title: "Online", onlineUrl, date: inDays(2) });
  await organize(asha, rohan, id);
  await register(meera, id);
  const urlFor = async (reader: { get: Member["get"] }) =>
    (await reader.get(`/api/events/${id}`)).body.data.onlineUrl;
  const kabir = await join(server, "kabir", "online.kabir@college.example");
  expect([await urlFor(asha), await urlFor(rohan)]).toEqual([onlineUrl, onlineUrl]);
  expect([await urlFor(meera), await urlFor(kabir), await urlFor(guest)]).toEqual([null, null, null]);
  expect((await guest.get(`/events/${id}`)).text).toContain("People who register find the link here");
  const pages = [`/events/${id}`, "/events", `/events/${id}.ics`, "/events.ics", "/events.atom"];
  const begin = (inMs: number) =>
    server
      .database()
      .prepare("update events set starts_at = ? where id = ?")
      .run(Date.now() + inMs, Number(id));
  begin(61 * 60_000);
  expect(await urlFor(meera)).toBe(null);
  begin(59 * 60_000);
  expect([await urlFor(meera), await urlFor(kabir), await urlFor(guest)]).toEqual([onlineUrl, null, null]);
  expect((await browse(server, meera).get(`/events/${id}`)).text).toContain("Join online");
  for (const page of pages) {
    expect((await guest.get(page)).text, page).not.toContain("meet.example");
    expect((await browse(server, kabir).get(page)).text, page).not.toContain("meet.example");
  }
  // No calendar file contains it, for any reader.
  for (const reader of [asha, meera])
    expect((await browse(server, reader).get(`/events/${id}.ics`)).text).not.toContain("meet.example");
  const wrong = await asha.call("PUT", `/api/events/${id}`, { onlineUrl: "javascript:alert(1)" });
  expect([wrong.status, Object.keys(errorsOf(wrong) as object)]).toEqual([422, ["onlineUrl"]]);
});

test("organizers check people in, and nobody else sees who attended", async ({
  server,
  asha,
  rohan,
  meera,
  kabir,
}) => {
  const { id } = await announce(asha, { title: "At the door" });
  await organize(asha, rohan, id);
  await Promise.all([register(meera, id), register(kabir, id)]);
  const place = `/api/events/${id}/attendees`;
  const mark = (host: Member, person: string, checkedIn: unknown) =>
    host.call("PUT", `${place}/${person}`, { checkedIn });
  expect((await meera.get(place)).status).toBe(403);
  expect((await mark(meera, meera.id, true)).status).toBe(403);
  expect((await mark(asha, asha.id, true)).status).toBe(404);
  expect((await mark(asha, "x", true)).status).toBe(404);
  expect((await mark(asha, meera.id, "yes")).status).toBe(422);
  expect((await mark(rohan, meera.id, true)).body).toEqual({
    id: meera.id,
    name: "Meera Nair",
    checkedIn: true,
    answers: {},
  });
  expect((await mark(rohan, meera.id, true)).status).toBe(200);
  const attendees = [
    { id: meera.id, name: "Meera Nair", checkedIn: true, answers: {} },
    { id: kabir.id, name: "Kabir Sethi", checkedIn: false, answers: {} },
  ].sort((a, b) => Number(a.id) - Number(b.id));
  expect((await asha.get(place)).body).toEqual(attendees);
  expect((await asha.get(`${place}?search=kabir`)).body).toMatchObject([{ id: kabir.id }]);
  const cut = await asha.get(`${place}?limit=1`);
  const next = /<([^>]+)>; rel="next"/.exec(cut.headers.get("Link") ?? "")?.[1] ?? "";
  expect([cut.body, (await asha.get(next)).body]).toEqual(attendees.map((attendee) => [attendee]));

  const browser = browse(server, asha);
  const path = `/events/${id}/check-in`;
  expect((await browser.get(path)).text).toMatch(/<b>1<\/b> of (?:<!-- -->)?2(?:<!-- -->)? here/);
  expect((await browser.post(path, { intent: "arrive", person: kabir.id })).status).toBe(303);
  expect((await browser.get(path)).text).toMatch(/<b>2<\/b> of/);
  expect((await browser.get(`${path}?search=mee`)).text).not.toContain("Kabir Sethi");
  expect((await browser.post(path, { intent: "leave", person: kabir.id })).status).toBe(303);
  expect((await browser.post(path, { intent: "arrive", person: asha.id })).status).toBe(404);
  expect((await browse(server, meera).get(path)).status).toBe(403);
  expect(trailOf(server, "At the door").filter((line) => String(line).includes("check"))).toEqual([
    `${rohan.id} checked in at the event`,
  ]);
  // The bin keeps the attendance and its count.
  await asha.call("DELETE", `/api/events/${id}`);
  await asha.call("POST", `/api/events/${id}/restore`);
  expect((await asha.get(`/api/events/${id}`)).body).toMatchObject({ data: { checkedInCount: 1 } });
  await meera.call("POST", `/api/events/${id}/unregister`);
  expect((await asha.get(`/api/events/${id}`)).body).toMatchObject({ data: { checkedInCount: 0 } });
});

test("an event can send two messages to all registered members, by any path", async ({
  server,
  asha,
  rohan,
  meera,
  kabir,
}) => {
  const { id } = await announce(asha, { title: "Told to all" });
  await organize(asha, rohan, id);
  const write = (member: Member, text: unknown, headers?: Record<string, string>) =>
    member.call("POST", `/api/events/${id}/message`, { text }, headers);
  expect((await write(asha, "Nobody there")).status).toBe(409);
  await register(meera, id);
  expect((await write(meera, "Not mine")).status).toBe(403);
  expect(errorsOf(await write(asha, "  "))).toEqual({ text: ["Write a message"] });
  expect((await write(asha, "x".repeat(1_001))).status).toBe(422);
  const twice = await Promise.all([1, 2].map(() => write(rohan, "We meet at the side door.")));
  expect(twice.map(({ status }) => status)).toEqual([201, 201]);
  expect(new Set(twice.map(({ body }) => body.id)).size).toBe(1);
  const key = { "Idempotency-Key": "second-message" };
  const [second, again] = [await write(asha, "Bring tea.", key), await write(asha, "Bring tea.", key)];
  expect(again.body).toEqual(second.body);
  const third = await write(asha, "And cake.");
  expect([third.status, third.text]).toEqual([409, expect.stringContaining("already sent two messages")]);
  const { data } = (await meera.get("/api/notices")).body;
  expect(data.filter(({ kind }) => kind === "event-message").map(({ text }) => text)).toEqual([
    "Asha Verma about “Told to all”: Bring tea.",
  ]);
  expect((await browse(server, meera).get(`/events/${id}`)).text).toContain("We meet at the side door.");
  expect((await browse(server, kabir).get(`/events/${id}`)).text).not.toContain("side door");
  expect((await kabir.get("/api/notices")).text).not.toContain("Bring tea");
  expect(trailOf(server, "Told to all")).toContain(
    `${rohan.id} wrote to all who are registered for the event`,
  );

  const other = await announce(asha, { title: "By the page" });
  await register(meera, other.id);
  const browser = browse(server, asha);
  const path = `/events/${other.id}/message`;
  const refused = await browser.post(path, { text: "" });
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("Write a message")]);
  expect((await browser.post(path, { text: "One" })).status).toBe(303);
  expect((await browser.post(path, { text: "Two" })).status).toBe(303);
  expect((await browser.post(path, { text: "Three" })).status).toBe(409);
  expect((await browser.get(path)).text).toContain("You have already sent two messages");
});

test("seats, waiting list and check-ins stay consistent while organizers, members and the door change them at the same time", async ({
  server,
  asha,
  rohan,
  meera,
}) => {
  makeAdmin(server, meera);
  const { id } = await announce(asha, { registrationLimit: 5 });
  await organize(asha, rohan, id);
  const members = await Promise.all(
    Array.from({ length: 16 }, (_, n) => join(server, "kabir", `door-${n}@college.example`)),
  );
  const arrive = (host: Member, person: Member, checkedIn = true) =>
    host.call("PUT", `/api/events/${id}/attendees/${person.id}`, { checkedIn });
  await Promise.all([
    ...members.map(async (member, n) => {
      const { status } = await register(member, id);
      if (status === 409) await member.call("POST", `/api/events/${id}/waiting`);
      await arrive(n % 2 ? asha : rohan, member);
      if (n % 4 === 0) await member.call("POST", `/api/events/${id}/unregister`);
      if (n % 4 === 1) await arrive(meera, member, false);
    }),
    rohan.call("PUT", `/api/events/${id}`, { registrationLimit: 8 }),
    asha.call("PUT", `/api/events/${id}?following=1`, { registrationLimit: 8 }),
  ]);
  const event = await readEvent(asha, id);
  const counted = server
    .database()
    .prepare(
      `select count(*) as registered, count(checked_in_at) as here, (select count(*) from event_waiting
        join event_registrations using (event_id, user_id) where event_id = @id) as both
        from event_registrations where event_id = @id`,
    )
    .get({ id: Number(id) });
  expect(counted).toEqual({ registered: event.registrationCount, here: event.checkedInCount, both: 0 });
  expect(event.registrationCount).toBeLessThanOrEqual(8);
  if (event.waitingCount > 0) expect(event.registrationCount).toBe(8);
});

test("photos and notes can be shared from an event that has begun, and appear on its page", async ({
  server,
  asha,
  rohan,
  kabir,
  guest,
}) => {
  const { id } = await announce(asha, { title: "Regatta", date: "2024-03-01T18:30" });
  const coming = await announce(asha, { title: "To come" });
  const notes = { name: "slides.txt", bytes: Buffer.from("Wind from the west.") };
  for (const eventId of [coming.id, "999999", "x"]) {
    const refused = await share(rohan, notes, { eventId });
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      { eventId: ["Choose an event that has begun"] },
    ]);
  }
  const shared = await share(rohan, notes, { title: "Slides of the regatta", eventId: id });
  expect(shared.body).toMatchObject({ data: { eventId: id } });
  const path = `/api/resources/${shared.body.data.id}`;
  expect((await guest.get(`/api/resources?eventId=${id}`)).body).toMatchObject({ totalCount: 1 });
  expect((await guest.get(`/api/resources?eventId=${coming.id}`)).body).toMatchObject({ totalCount: 0 });
  expect((await guest.get(`/events/${id}`)).text).toContain("Slides of the regatta");
  expect((await guest.get(path.slice(4))).text).toContain(`href="/events/${id}"`);

  const browser = browse(server, kabir);
  const upload = `/resources/upload?event=${id}`;
  expect((await browser.get(`/events/${id}`)).text).toContain(`href="${upload}"`);
  expect((await browser.get(`/events/${coming.id}`)).text).not.toContain("Share photos");
  expect((await browser.get(upload)).text).toContain("From the event “Regatta”");
  expect((await browser.get(`/resources/upload?event=${coming.id}`)).text).not.toContain("From the event");
  const form = new FormData();
  const fields = { title: "Photos", categoryId: "1", year: "2", eventId: id };
  for (const [name, text] of Object.entries(fields)) form.append(name, text);
  form.append("file", new Blob(["Sails."]), "photos.txt");
  const sent = await browser.fetch(upload, { method: "POST", body: form });
  expect([sent.status, sent.headers.get("Location")]).toEqual([303, `/events/${id}`]);

  await asha.call("PUT", `/api/events/${id}`, { registrationLimit: 30 });
  server
    .database()
    .prepare(
      "insert into event_registrations (event_id, user_id, created_at, checked_in_at) values (?, ?, 1, 2), (?, ?, 1, null)",
    )
    .run(Number(id), Number(rohan.id), Number(id), Number(kabir.id));
  const past = (await guest.get("/events/past?search=regatta")).text;
  expect(past).toContain("2 registered, 1 came");
  expect(past).toContain("Shared: Photos, Slides of the regatta");

  // A change keeps the link to the event, even one in the bin, unless it names another.
  await asha.call("DELETE", `/api/events/${id}`);
  expect((await rohan.call("PUT", path, { eventId: id, title: "Slides" })).body).toMatchObject({
    data: { eventId: id },
  });
  expect((await guest.get(path.slice(4))).text).not.toContain(`href="/events/${id}"`);
  await asha.call("POST", `/api/events/${id}/restore`);
  expect((await guest.get(`/events/${id}`)).text).toContain("Slides");
  expect((await rohan.call("PUT", path, { eventId: coming.id })).status).toBe(422);
  expect((await rohan.call("PUT", path, { eventId: null })).body).toMatchObject({ data: { eventId: null } });
});
