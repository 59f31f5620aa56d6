import { beforeAll, expect, test } from "vitest";
import type { Event } from "../support/api-types.ts";
import { announce, inDays, readEvent } from "../support/events.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { browse, join, type Member } from "../support/people.ts";
import { Socket } from "../support/socket.ts";
import { clock, passTime } from "../support/time.ts";
import { errorsOf, problemOf, Visitor } from "../support/visitor.ts";
import { readZip } from "../support/zip.ts";

const server = await shareServer(unlimited, clock);
const database = server.database();
const guest = new Visitor(server.url);
const people: Record<"asha" | "rohan" | "meera" | "kabir", Member> = {} as never;
beforeAll(async () => {
  for (const name of ["asha", "rohan", "meera", "kabir"] as const) people[name] = await join(server, name);
});

const laptop = { text: "Do you bring a laptop?", kind: "yes-no", required: true };
const meal = { text: "What do you eat?", kind: "choice", choices: ["Veg", "Jain"], required: false };
const wish = { text: "What should the kitchen know?", kind: "text", required: false };
const secret = "I faint at the smell of solder";

const ids = ({ questions }: Event) => questions.map(({ id }) => id) as [string, string, string];
const put = (member: Visitor, id: string, questions: unknown) =>
  member.call("PUT", `/api/events/${id}`, { questions });
const register = (member: Visitor, id: string, answers?: object) =>
  member.call("POST", `/api/events/${id}/register`, answers && { answers });
const change = (member: Visitor, id: string, answers: object) =>
  member.call("PUT", `/api/events/${id}/answers`, { answers });
const attendees = async (id: string) => (await people.asha.get(`/api/events/${id}/attendees`)).body;
const asking = (fields: Record<string, unknown> = {}) =>
  announce(people.asha, { questions: [laptop, meal, wish], ...fields });
const stored = (id: string) =>
  database.prepare("select answers from event_registrations where event_id = ?").pluck().all(Number(id));

test("an event asks up to three questions, and an invalid question is refused at its field", async () => {
  const event = await asking();
  expect(event.questions).toMatchObject([
    { ...laptop, choices: [] },
    { ...meal, choices: ["Veg", "Jain"] },
    { ...wish, choices: [] },
  ]);
  expect((await guest.get(`/api/events/${event.id}`)).body.data.questions).toEqual(event.questions);
  for (const [questions, field] of [
    [[laptop, meal, wish, laptop], "questions"],
    [[{ ...laptop, text: " " }], "questions.0.text"],
    [[laptop, { ...meal, choices: ["Veg"] }], "questions.1.choices"],
    [[{ ...meal, choices: Array.from({ length: 11 }, (_, n) => `${n}`) }], "questions.0.choices"],
    [[{ ...laptop, kind: "number" }], "questions.0.kind"],
    [[{ ...laptop, id: "q000000000000" }], "questions.0.id"],
    ["three", "questions"],
    [[null], "questions.0"],
  ] as const) {
    const refused = await put(people.asha, event.id, questions);
    expect([refused.status, Object.keys(errorsOf(refused))], JSON.stringify(questions)).toEqual([
      422,
      [field],
    ]);
  }
  expect((await readEvent(people.asha, event.id)).questions).toEqual(event.questions);
  expect((await put(people.rohan, event.id, [])).status).toBe(403);
});

test("registering without a required answer, or with a wrong one, is refused beside the answer", async () => {
  const event = await asking();
  const [first, second, third] = ids(event);
  for (const [answers, fields] of [
    [undefined, [first]],
    [{}, [first]],
    [{ [first]: "" }, [first]],
    [{ [first]: "perhaps" }, [first]],
    [{ [first]: true, [second]: "Meat" }, [second]],
    [{ [second]: "Meat", [third]: "x".repeat(501) }, [first, second, third]],
    [{ [first]: true, other: "x" }, ["other"]],
  ] as const) {
    const refused = await register(people.rohan, event.id, answers);
    expect([refused.status, Object.keys(errorsOf(refused)).sort()]).toEqual([
      422,
      fields.map((id) => `answers.${id}`).sort(),
    ]);
  }
  expect((await readEvent(people.rohan, event.id)).registrationCount).toBe(0);
  expect((await register(people.rohan, event.id, { [first]: false, [second]: "Jain" })).status).toBe(200);
  expect(await attendees(event.id)).toMatchObject([
    { id: people.rohan.id, answers: { [first]: false, [second]: "Jain" } },
  ]);
  expect((await register(people.rohan, event.id)).status).toBe(200);
  expect(stored(event.id)).toEqual([JSON.stringify({ [first]: "no", [second]: "Jain" })]);
});

test("registering needs no body if an event has no required questions", async () => {
  const event = await announce(people.asha, { questions: [meal] });
  expect((await register(people.rohan, event.id)).status).toBe(200);
  expect(stored(event.id)).toEqual([null]);
});

test("answers can be changed until the event begins, and are deleted with the registration", async () => {
  const event = await asking({ date: inDays(0.04) });
  const [first, second] = ids(event);
  expect((await change(people.rohan, event.id, { [first]: true })).status).toBe(409);
  await register(people.rohan, event.id, { [first]: true, [second]: "Veg" });
  expect((await change(people.rohan, event.id, {})).status).toBe(422);
  expect((await change(people.rohan, event.id, { [first]: false })).status).toBe(200);
  expect(await attendees(event.id)).toMatchObject([{ answers: { [first]: false } }]);
  database.prepare("update events set starts_at = 1 where id = ?").run(Number(event.id));
  for (const refused of [
    await change(people.rohan, event.id, { [first]: true }),
    await register(people.rohan, event.id, { [first]: true }),
  ])
    expect([refused.status, problemOf(refused).code]).toEqual([409, "event-over"]);
  database.prepare("update events set starts_at = ? where id = ?").run(Date.now() + 9e6, Number(event.id));
  await people.rohan.call("POST", `/api/events/${event.id}/unregister`);
  expect(stored(event.id)).toEqual([]);
});

test("members promoted from the waiting list, or registered before the questions, are asked afterwards", async () => {
  const event = await asking({ registrationLimit: 1 });
  const [first] = ids(event);
  await register(people.rohan, event.id, { [first]: true });
  expect(problemOf(await register(people.meera, event.id)).code).toBe("event-full");
  await people.meera.call("POST", `/api/events/${event.id}/waiting`);
  await people.rohan.call("POST", `/api/events/${event.id}/unregister`);
  const pages = browse(server, people.meera);
  expect((await pages.get(`/events/${event.id}`)).text).toContain("The organizers have a question for you");
  expect((await change(people.meera, event.id, { [first]: true })).status).toBe(200);
  expect((await pages.get(`/events/${event.id}`)).text).not.toContain("have a question for you");

  // A question that becomes required later costs nobody a seat.
  const later = await announce(people.asha, { title: "Asks later" });
  await register(people.rohan, later.id);
  expect((await put(people.asha, later.id, [laptop])).status).toBe(200);
  expect((await readEvent(people.rohan, later.id)).registrationCount).toBe(1);
  const notices = (await people.rohan.get("/api/notices")).body.data;
  expect(notices.filter(({ kind }: { kind: string }) => kind === "event-asked")).toMatchObject([
    { text: "“Asks later” has a question for you", url: `/events/${later.id}/answers` },
  ]);
  const asked = ids(await readEvent(people.asha, later.id))[0];
  expect((await change(people.rohan, later.id, { [asked]: true })).status).toBe(200);
  expect((await people.rohan.get("/api/notices?unread=1")).text).not.toContain("event-asked");
});

test("a question with answers can be removed together with them, but its text cannot change", async () => {
  const event = await asking();
  const [first, second] = ids(event);
  const [stored1, stored2, stored3] = event.questions;
  await register(people.rohan, event.id, { [first]: true, [second]: "Veg" });
  for (const reworded of [
    [{ ...stored1, text: "Do you bring a lamp?" }, stored2, stored3],
    [{ ...stored1, kind: "text" }, stored2, stored3],
    [stored1, { ...stored2, choices: ["Veg", "Jain", "Vegan"] }, stored3],
  ]) {
    const refused = await put(people.asha, event.id, reworded);
    expect([refused.status, problemOf(refused).detail]).toEqual([
      409,
      expect.stringContaining("cannot be reworded"),
    ]);
  }
  // Nobody has answered the third. Order and whether it is required may change.
  const allowed = [{ ...stored3, text: "Anything else?" }, { ...stored1, required: false }, stored2];
  expect((await put(people.asha, event.id, allowed)).status).toBe(200);
  expect(await attendees(event.id)).toMatchObject([{ answers: { [first]: true, [second]: "Veg" } }]);
  expect((await put(people.asha, event.id, [stored1])).status).toBe(200);
  expect(stored(event.id)).toEqual([JSON.stringify({ [first]: "yes" })]);
  expect((await put(people.asha, event.id, [])).status).toBe(200);
  expect(stored(event.id)).toEqual([null]);
});

test("repetitions ask the same questions, and changing the following events changes theirs", async () => {
  const event = await asking();
  const repeated = await people.asha.call("POST", `/api/events/${event.id}/repeat`, {
    every: "week",
    times: 2,
  });
  const last = repeated.body[1] as Event;
  expect(last.questions).toEqual(event.questions);
  const [first, second] = ids(event);
  await register(people.rohan, last.id, { [first]: true, [second]: "Veg" });
  const following = `/api/events/${event.id}?following=1`;
  const reworded = [{ ...event.questions[0], text: "Another?" }];
  expect((await people.asha.call("PUT", following, { questions: reworded })).status).toBe(409);
  expect((await readEvent(people.asha, event.id)).questions).toEqual(event.questions);
  const kept = [event.questions[0]];
  expect((await people.asha.call("PUT", following, { questions: kept })).status).toBe(200);
  expect((await readEvent(people.asha, last.id)).questions).toEqual(kept);
  expect(stored(last.id)).toEqual([JSON.stringify({ [first]: "yes" })]);
});

test("answers are visible to the organizers only, and appear in no frame, notice, search or log", async () => {
  const socket = await Socket.of(people.kabir);
  const event = await asking({ title: "Solder and secrets" });
  const [first, , third] = ids(event);
  await register(people.rohan, event.id, { [first]: true, [third]: secret });
  expect(JSON.stringify(await attendees(event.id))).toContain(secret);
  const page = await browse(server, people.asha).get(`/events/${event.id}`);
  expect(page.text).toContain(secret);
  const csv = (await browse(server, people.asha).get(`/events/${event.id}/attendees.csv`)).text;
  expect(csv.split("\r\n")[0]).toContain(`"Came","${laptop.text}","${meal.text}","${wish.text}"`);
  expect(csv.split("\r\n")[1]).toContain(`"","yes","","${secret}"`);

  await expect.poll(() => JSON.stringify(socket.frames)).toContain("event:register");
  const readers = [
    ...(await Promise.all(
      [people.kabir, guest].flatMap((reader) => [
        reader.get(`/api/events/${event.id}`),
        reader.get(`/api/events/${event.id}/attendees`),
        reader.get("/api/search?q=solder"),
        reader.get("/api/events?search=faint"),
      ]),
    )),
    await people.asha.get("/api/notices"),
    await browse(server, people.kabir).get(`/events/${event.id}`),
    await browse(server, people.kabir).get(`/events/${event.id}/attendees.csv`),
  ];
  for (const { text } of readers) expect(text).not.toContain(secret);
  expect(JSON.stringify(socket.frames)).not.toContain(secret);
  expect(server.logged()).not.toContain(secret);
  await socket.close();

  const archive = await fetch(`${server.url}/account/data`, {
    method: "POST",
    headers: {
      Cookie: `session=${browse(server, people.rohan).cookies.get("session")}`,
      Origin: server.url,
    },
  });
  const files = readZip(Buffer.from(await archive.arrayBuffer()));
  expect(JSON.parse(String(files.get("registrations.json")))).toContainEqual(
    expect.objectContaining({ id: Number(event.id), answers: { [laptop.text]: "yes", [wish.text]: secret } }),
  );
});

test("the form asks without scripts, keeps what was typed, and Today leads to it", async () => {
  const event = await asking({ title: "Form of questions", date: inDays(1) });
  const [first, second, third] = ids(event);
  const pages = browse(server, people.kabir);
  const list = await pages.get(`/events/${event.id}`);
  expect(list.text).toContain(`href="/events/${event.id}/answers"`);
  const form = await pages.get(`/events/${event.id}/answers`);
  expect(form.text).toContain("The organizers of this event and administrators read your answers.");
  const address = `/events/${event.id}/answers`;
  const refused = await pages.post(address, { intent: "register", [`answers.${third}`]: "No nuts <b>" });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("No nuts &lt;b&gt;");
  expect(refused.text).toContain("Please answer this question.");
  const led = await pages.post("/events", { intent: "register", event: event.id });
  expect([led.status, led.headers.get("Location")]).toEqual([303, address]);
  const today = await people.kabir.get("/api/users/me/today");
  const card = today.body.cards.find(({ id }: { id: string }) => id.startsWith("coming-"));
  const next = (await people.kabir.get(`/api/events/${card?.id.slice(7)}`)).body.data as Event;
  if (next.questions.some(({ required }) => required))
    expect((await browse(server, people.kabir).get("/")).text).toContain(`/events/${next.id}/answers`);
  const sent = { intent: "register", [`answers.${first}`]: "no", [`answers.${second}`]: "Jain" };
  expect((await pages.post(address, sent)).status).toBe(303);
  expect(await attendees(event.id)).toMatchObject([{ answers: { [first]: false, [second]: "Jain" } }]);
  expect((await pages.post(address, { ...sent, intent: "save", [`answers.${first}`]: "yes" })).status).toBe(
    303,
  );
  expect(await attendees(event.id)).toMatchObject([{ answers: { [first]: true } }]);
});

test("an organizer writes the questions in the event's form without scripts", async () => {
  const { id } = await announce(people.asha, { title: "Written in a form" });
  const pages = browse(server, people.asha);
  const row = (n: number, fields: Record<string, string>) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [`questions[${n}].${name}`, value]));
  const event = {
    title: "Written in a form",
    description: "Text",
    date: inDays(9).slice(0, 16),
    location: "Lab",
    eventType: "workshop",
    ...row(0, { id: "", text: "", kind: "text", choices: "" }),
    ...row(1, { id: "", text: "Size?", kind: "choice", choices: "S\r\nM\r\n", required: "yes" }),
  };
  const refused = await pages.post(`/events/${id}/edit`, { ...event, "questions[1].choices": "S" });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("Give at least two answers to choose from.");
  expect((await pages.post(`/events/${id}/edit`, event)).status).toBe(303);
  const written = await readEvent(people.asha, id);
  expect(written.questions).toMatchObject([
    { text: "Size?", kind: "choice", choices: ["S", "M"], required: true },
  ]);
  const shown = await pages.get(`/events/${id}/edit`);
  expect(shown.text).toContain(`value="${ids(written)[0]}"`);
  const emptied = { ...event, ...row(1, { text: "", id: ids(written)[0] }) };
  expect((await pages.post(`/events/${id}/edit`, emptied)).status).toBe(303);
  expect((await readEvent(people.asha, id)).questions).toEqual([]);
});

test("answers are deleted 60 days after the end of the event", async () => {
  const event = await asking({ date: inDays(1), endDate: inDays(3) });
  const [first] = ids(event);
  await register(people.rohan, event.id, { [first]: true });
  const day = 24 * 3_600_000;
  await passTime(server, 62 * day);
  expect(stored(event.id)).toEqual([JSON.stringify({ [first]: "yes" })]);
  await passTime(server, 2 * day);
  await expect.poll(() => stored(event.id)).toEqual([null]);
});
