import sharp from "sharp";
import { expect } from "vitest";
import type { EventList } from "../support/api-types.ts";
import { announce, inDays, readEvent } from "../support/events.ts";
import { createTest, unlimited } from "../support/integration.ts";
import { event, join, type Member } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { emptyBin, storedFiles } from "../support/upload.ts";
import { type Answer, errorsOf, problemOf, type Query } from "../support/visitor.ts";

const test = createTest(unlimited)
  .extend("asha", { scope: "file" }, ({ server }) => join(server, "asha"))
  .extend("rohan", { scope: "file" }, ({ server }) => join(server, "rohan"));

const listOf = ({ body }: Answer<EventList>) => body.data;

async function upload(member: Member, bytes?: Buffer) {
  const picture =
    bytes ??
    (await sharp({ create: { width: 40, height: 20, channels: 3, background: "#15527A" } })
      .png()
      .toBuffer());
  const form = new FormData();
  form.set("file", new File([new Uint8Array(picture)], "poster.png", { type: "image/png" }));
  return member.call("POST", "/api/uploads", form);
}
const uploadedUrl = async (member: Member) => (await upload(member)).body.url;
const storedImages = (server: TestServer) =>
  storedFiles(server).filter((name) => /^[\w-]{36}\.webp$/.test(name));

test("an event is returned as it was announced", async ({ asha, guest }) => {
  const link = "https://forms.example/solder";
  const answer = await asha.call("POST", "/api/events", { ...event, registrationLink: link });
  expect(answer.status).toBe(201);
  const { data } = answer.body;
  expect(answer.headers.get("Location")).toBe(`/api/events/${data.id}`);
  expect(data).toEqual({
    ...event,
    id: expect.stringMatching(/^\d+$/),
    date: "2099-03-01T13:00:00.000Z",
    endDate: null,
    registrationLink: link,
    organizerId: asha.id,
    organizer: { id: asha.id, name: "Asha Verma" },
    organizers: [{ id: asha.id, name: "Asha Verma", state: "organizer" }],
    questions: [],
    registrations: [],
    registrationCount: 0,
    waitingCount: 0,
    checkedInCount: 0,
    onlineUrl: null,
    waiting: null,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  expect(await readEvent(guest, data.id)).toEqual(data);
});

test("an event ends after it starts, whichever of the two is sent, and null removes the end", async ({
  asha,
  guest,
}) => {
  const { id, endDate } = await announce(asha, { endDate: "2099-03-01T20:00" });
  expect(endDate).toBe("2099-03-01T14:30:00.000Z");
  const change = (fields: object) => asha.call("PUT", `/api/events/${id}`, fields);
  for (const fields of [
    { endDate: "2099-03-01T18:30" },
    { endDate: "2099-02-28T20:00" },
    { date: "2099-03-01T20:00" },
    { date: "2099-03-02T18:30", endDate: "2099-03-02T18:00" },
  ]) {
    const refused = await change(fields);
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      { endDate: ["The end must be after the start."] },
    ]);
  }
  for (const end of ["tomorrow", "2099-02-30T10:00", 5, ["2099-03-01T20:00"], "9".repeat(10_000)])
    expect((await change({ endDate: end })).status).toBe(422);
  const create = await asha.call("POST", "/api/events", { ...event, endDate: event.date });
  expect(errorsOf(create)).toEqual({ endDate: ["The end must be after the start."] });
  expect(await readEvent(guest, id)).toMatchObject({
    date: "2099-03-01T13:00:00.000Z",
    endDate: "2099-03-01T14:30:00.000Z",
  });
  // The two changes contradict each other, so the later one must be refused.
  const both = await Promise.all([
    change({ date: "2099-03-01T19:45" }),
    change({ endDate: "2099-03-01T19:00" }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  await change({ date: "2099-03-01T18:30", endDate: "" });
  expect(await readEvent(guest, id)).toMatchObject({ endDate: null });
});

test("times have an offset or are in the community's time zone", async ({ asha }) => {
  expect((await announce(asha, { date: "2099-03-01T18:30:00+01:00" })).date).toBe("2099-03-01T17:30:00.000Z");
  expect((await announce(asha, { date: "2099-03-01T18:30Z" })).date).toBe("2099-03-01T18:30:00.000Z");
  expect((await announce(asha, { date: "2099-03-01T00:10" })).date).toBe("2099-02-28T18:40:00.000Z");
});

test.for([
  [{ title: " " }, "title", "Title is required"],
  [{ title: "x".repeat(151) }, "title", "At most 150 characters"],
  [{ title: undefined }, "title", "Title is required"],
  [{ title: 5 }, "title", "Title is required"],
  [{ description: "" }, "description", "Description is required"],
  [{ location: null }, "location", "Location is required"],
  [{ date: "" }, "date", "Date & Time is required"],
  [{ date: "2031-02-29T10:00" }, "date", "Date & Time must be a date and a time, such as 2030-12-31T18:30"],
  [{ date: "2031-13-01T10:00" }, "date", "Date & Time must be a date and a time, such as 2030-12-31T18:30"],
  [{ date: "2031-04-31T10:00" }, "date", "Date & Time must be a date and a time, such as 2030-12-31T18:30"],
  [{ date: "2031-04-30T24:00" }, "date", "Date & Time must be a date and a time, such as 2030-12-31T18:30"],
  [{ date: "2031-04-30" }, "date", "Date & Time must be a date and a time, such as 2030-12-31T18:30"],
  [{ date: "12031-04-30T10:00" }, "date", "Date & Time must be a date and a time, such as 2030-12-31T18:30"],
  [{ date: "tomorrow" }, "date", "Date & Time must be a date and a time, such as 2030-12-31T18:30"],
  [{ date: 1e12 }, "date", "Date & Time is required"],
  [{ eventType: "" }, "eventType", "Event type is required"],
  [{ eventType: undefined }, "eventType", "Event type is required"],
  [{ eventType: "party" }, "eventType", "Event type is not one of the list"],
  [{ registrationLimit: 0 }, "registrationLimit", "Registration limit must be a whole number from 1"],
  [{ registrationLimit: -3 }, "registrationLimit", "Registration limit must be a whole number from 1"],
  [{ registrationLimit: 2.5 }, "registrationLimit", "Registration limit must be a whole number from 1"],
  [{ registrationLimit: "many" }, "registrationLimit", "Registration limit must be a whole number from 1"],
  [{ registrationLimit: true }, "registrationLimit", "Registration limit must be a whole number from 1"],
  [{ registrationLimit: [5] }, "registrationLimit", "Registration limit must be a whole number from 1"],
  [
    { registrationLink: "javascript:alert(1)" },
    "registrationLink",
    "Must be a web address that begins with http:// or https://",
  ],
  [
    { registrationLink: "ftp://x.example" },
    "registrationLink",
    "Must be a web address that begins with http:// or https://",
  ],
  [
    { imageUrl: "https://elsewhere.example/a.webp" },
    "imageUrl",
    "Must be the address of an image uploaded here",
  ],
  [{ imageUrl: "/files/images/../../etc" }, "imageUrl", "Must be the address of an image uploaded here"],
  [{ imageUrl: "/files/images/nothing.webp" }, "imageUrl", "Please choose the image again."],
] as const)("an event with %j is refused", async ([fields, name, text], { asha }) => {
  const answer = await asha.call("POST", "/api/events", { ...event, ...fields });
  expect(answer.status).toBe(422);
  expect(errorsOf(answer)).toEqual({ [name]: [text] });
});

test("an empty limit means no limit, and a number may be text", async ({ asha }) => {
  for (const registrationLimit of ["", " ", null, undefined]) {
    expect((await announce(asha, { registrationLimit })).registrationLimit).toBeNull();
  }
  expect((await announce(asha, { registrationLimit: "40" })).registrationLimit).toBe(40);
});

test("a change updates only the fields that were sent", async ({ asha }) => {
  const { id } = await announce(asha);
  const answer = await asha.call("PUT", `/api/events/${id}`, { location: "Room 7", registrationLimit: null });
  expect(answer.status).toBe(200);
  expect(await readEvent(asha, id)).toMatchObject({
    title: event.title,
    location: "Room 7",
    registrationLimit: null,
    date: "2099-03-01T13:00:00.000Z",
  });
  expect((await asha.call("PUT", `/api/events/${id}`, {})).status).toBe(200);
  expect((await asha.call("PUT", `/api/events/${id}`, { title: "" })).status).toBe(422);
});

test("an unknown event is 404, and another member's is 403", async ({ asha, rohan }) => {
  for (const id of ["999999", "abc", "0", "1e3"]) {
    expect((await asha.get(`/api/events/${id}`)).status).toBe(404);
    for (const [method, path] of [
      ["PUT", ""],
      ["DELETE", ""],
      ["POST", "/register"],
      ["POST", "/unregister"],
      ["POST", "/waiting"],
      ["DELETE", "/waiting"],
    ] as const) {
      const body = method === "PUT" ? {} : undefined;
      expect((await asha.call(method, `/api/events/${id}${path}`, body)).status, `${method} ${path}`).toBe(
        404,
      );
    }
  }
  const { id } = await announce(asha);
  const refused = await rohan.call("PUT", `/api/events/${id}`, { title: "Mine now" });
  expect([refused.status, problemOf(refused).error]).toEqual([
    403,
    "Only the organizer of this event can change it.",
  ]);
  expect((await rohan.call("DELETE", `/api/events/${id}`)).status).toBe(403);
  expect((await readEvent(asha, id)).title).toBe(event.title);
});

test("lists start with upcoming events, soonest first, then past ones, latest first", async ({
  server,
  asha,
}) => {
  server.database().exec("delete from events");
  for (const days of [5, -5, 1, -1, 3, -3]) await announce(asha, { title: `In ${days}`, date: inDays(days) });
  const titles = async (query: Query) =>
    listOf(await asha.get(`/api/events${query}`)).map(({ title }) => title);
  expect(await titles("")).toEqual(["In 1", "In 3", "In 5", "In -1", "In -3", "In -5"]);
  expect(await titles("?when=upcoming")).toEqual(["In 1", "In 3", "In 5"]);
  expect(await titles("?when=past")).toEqual(["In -1", "In -3", "In -5"]);
  expect(await titles("?when=never&unknown=1")).toHaveLength(6);
  expect((await asha.get("/api/events?limit=501")).status).toBe(422);
  expect((await asha.get("/api/events?limit=0")).status).toBe(422);

  for (const limit of [1, 2, 4, 5, 6]) {
    const pages = await asha.getPages(`/api/events?limit=${limit}`);
    const seen = pages.flatMap((page) => listOf(page).map(({ title }) => title));
    expect(seen).toEqual(["In 1", "In 3", "In 5", "In -1", "In -3", "In -5"]);
  }
});

test("simultaneous events are neither lost nor repeated between pages", async ({ server, asha }) => {
  server.database().exec("delete from events");
  for (let n = 0; n < 7; n++) await announce(asha, { title: `Twin ${n}` });
  const first = await asha.get("/api/events?limit=4");
  const titles = [...listOf(first), ...listOf(await asha.next(first))].map(({ title }) => title);
  expect(titles).toEqual(Array.from({ length: 7 }, (_, n) => `Twin ${n}`));
});

test("lists can be searched and filtered by type, in both halves and page by page", async ({
  server,
  asha,
  guest,
}) => {
  server.database().exec("delete from events");
  for (const [title, eventType, days] of [
    ["Lamp talk", "session", 2],
    ["Lamp building", "workshop", 3],
    ["Kite building", "workshop", 4],
    ["Lamp repair", "workshop", -2],
    ["Lamp history", "seminar", -3],
    ["Kite history", "workshop", -9],
  ] as const)
    await announce(asha, { title, eventType, date: inDays(days) });
  const titles = async (query: string) =>
    listOf(await guest.get(`/api/events?${query}`)).map(({ title }) => title);
  expect(await titles("search=lamp")).toEqual(["Lamp talk", "Lamp building", "Lamp repair", "Lamp history"]);
  expect(await titles("search=lamp&when=past")).toEqual(["Lamp repair", "Lamp history"]);
  expect(await titles("type=Workshop&search=building&when=upcoming")).toEqual([
    "Lamp building",
    "Kite building",
  ]);
  expect(await titles("type=workshop&when=past")).toEqual(["Lamp repair", "Kite history"]);
  expect(await titles("type=wedding&search=kite")).toEqual(["Kite building", "Kite history"]);
  for (const search of ["la", "%25", "_", '"', "*", "a".repeat(5_000), "\u0000"])
    expect((await guest.get(`/api/events?search=${encodeURIComponent(search)}`)).status, search).toBe(200);
  const first = await guest.get("/api/events?type=workshop&limit=3");
  const [, next = ""] = /<([^>]+)>/.exec(first.headers.get("Link") ?? "") ?? [];
  expect(next).toContain("type=workshop");
  expect([first, await guest.next(first)].map((answer) => listOf(answer).map(({ title }) => title))).toEqual([
    ["Lamp building", "Kite building", "Lamp repair"],
    ["Kite history"],
  ]);

  // The pages return the same without scripts.
  const past = (await guest.get("/events/past?search=lamp&type=seminar")).text;
  expect(past).toContain("Lamp history");
  expect(past).toContain("By Asha Verma");
  expect(past).toMatch(/<h2>(January to June|July to December) \d{4}<\/h2>/);
  expect(past).not.toContain("Lamp repair");
  expect(past).toContain('value="lamp"');
  const upcoming = (await guest.get("/events?type=session")).text;
  expect(upcoming).toContain("Lamp talk");
  expect(upcoming).not.toContain("Kite building");
  expect((await guest.get("/events/past?search=nothing-at-all")).text).toContain("No past events");
});

test("guests see how many are registered, and members see who", async ({ asha, rohan, guest }) => {
  const { id } = await announce(asha);
  const answer = await rohan.call("POST", `/api/events/${id}/register`);
  expect(answer.body).toMatchObject({
    success: true,
    data: { id, registrations: [{ userId: rohan.id }], registrationCount: 1 },
  });
  expect(await readEvent(asha, id)).toMatchObject({ registrations: [{ userId: rohan.id }] });
  expect(await readEvent(guest, id)).toMatchObject({ registrations: [], registrationCount: 1 });
  expect((await guest.get(`/api/events/${id}`)).text).not.toContain("@");
});

test("a past event accepts no registrations", async ({ asha, rohan }) => {
  const { id } = await announce(asha, { date: inDays(-1) });
  for (const [method, path] of [
    ["POST", "register"],
    ["POST", "unregister"],
    ["POST", "waiting"],
  ] as const) {
    const answer = await rohan.call(method, `/api/events/${id}/${path}`);
    expect([answer.status, problemOf(answer).error]).toEqual([409, "This event is over."]);
  }
});

test("an image is kept while its event shows it and removed when it is replaced", async ({
  server,
  asha,
  rohan,
  guest,
}) => {
  const first = await uploadedUrl(asha);
  const { id, imageUrl } = await announce(asha, { imageUrl: first });
  expect(imageUrl).toBe(first);
  expect((await guest.get(first)).headers.get("Content-Type")).toBe("image/webp");
  expect((await asha.call("PUT", `/api/events/${id}`, { title: "Other title" })).status).toBe(200);
  expect((await guest.get(first)).status).toBe(200);
  expect((await asha.call("PUT", `/api/events/${id}`, { imageUrl: first })).status).toBe(200);
  expect((await guest.get(first)).status).toBe(200);

  const second = await uploadedUrl(asha);
  expect((await asha.call("PUT", `/api/events/${id}`, { imageUrl: second })).status).toBe(200);
  expect((await readEvent(asha, id)).imageUrl).toBe(second);
  expect((await guest.get(first)).status).toBe(404);
  expect(storedImages(server)).toEqual([second.split("/").at(-1)]);

  // Members cannot use someone else's image.
  const stolen = await rohan.call("POST", "/api/events", { ...event, imageUrl: second });
  expect([stolen.status, errorsOf(stolen)]).toEqual([422, { imageUrl: ["Please choose the image again."] }]);

  expect((await asha.call("DELETE", `/api/events/${id}`)).body).toEqual({ success: true });
  expect(storedImages(server)).toEqual([second.split("/").at(-1)]);
  await emptyBin(server, asha, "event", id);
  expect(storedImages(server)).toEqual([]);
  expect((await asha.get(`/api/events/${id}`)).status).toBe(404);
});

test("an image that two events share is kept until the last of them is deleted", async ({
  server,
  asha,
  guest,
}) => {
  const url = await uploadedUrl(asha);
  const one = await announce(asha, { imageUrl: url });
  const two = await announce(asha, { imageUrl: url });
  await asha.call("DELETE", `/api/events/${one.id}`);
  expect((await guest.get(url)).status).toBe(200);
  await asha.call("PUT", `/api/events/${two.id}`, { imageUrl: null });
  expect((await guest.get(url)).status).toBe(404);
  await emptyBin(server, asha, "event", one.id);
  expect(storedImages(server)).toEqual([]);
});

test("a file that is not a picture is refused", async ({ asha }) => {
  expect((await upload(asha, Buffer.from("<svg onload=alert(1)>"))).status).toBe(415);
  expect((await upload(asha, Buffer.alloc(0))).status).toBe(422);
});

test("an administrator can change and delete any event", async ({ server, asha }) => {
  const admin = await join(server, "meera");
  server.database().prepare("update users set is_admin = 1 where id = ?").run(admin.id);
  const { id } = await announce(asha, { imageUrl: await uploadedUrl(asha) });
  expect((await admin.call("PUT", `/api/events/${id}`, { title: "Mended" })).status).toBe(200);
  expect(await readEvent(asha, id)).toMatchObject({ title: "Mended", imageUrl: expect.any(String) });
  expect((await admin.call("DELETE", `/api/events/${id}`)).status).toBe(200);
});
