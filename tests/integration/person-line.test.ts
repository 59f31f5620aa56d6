import { beforeAll, describe, expect, test } from "vitest";
import type { Question } from "../support/api-types.ts";
import { announce } from "../support/events.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { browse, job, join, type Member, makeAdmin } from "../support/people.ts";
import { answer, ask, comment } from "../support/questions.ts";
import { nextYear } from "../support/time.ts";
import { share } from "../support/upload.ts";
import { idIn, Visitor } from "../support/visitor.ts";

/** How a person appears beside their posts: picture, name, and a line about year, branch and work. */

const server = await shareServer(unlimited);
const database = server.database();
const guest = new Visitor(server.url);
const line = "Structural engineer, Archstone Bridges · 2019 Civil";
const [asha, rohan, meera] = [
  await join(server, "asha"),
  await join(server, "rohan"),
  await join(server, "meera"),
];
makeAdmin(server, meera);
const [rohans, admins] = [browse(server, rohan), browse(server, meera)];
const pathOf = ({ id, slug }: Question) => `/questions/${id}/${slug}`;
const describeAsha = () =>
  database
    .prepare(
      `update users set position = 'Structural engineer', company = 'Archstone Bridges', batch_year = 2019, branch = 'Civil',
       avatar_file = 'asha.webp', status = 'active' where id = ?`,
    )
    .run(asha.id);
const message = (from: Member, to: Member, isAnonymous = false) =>
  from.call("POST", "/api/messages/send", {
    senderId: from.id,
    receiverId: to.id,
    content: "Hello",
    isAnonymous,
  });

const places: Record<string, string> = {};
beforeAll(async () => {
  describeAsha();
  const asked = await ask(asha);
  const other = await ask(rohan, { title: "Which elective has the best lab?" });
  const answered = await answer(asha, other.id);
  const third = await ask(rohan, { title: "Who repairs the weather station?" });
  await comment(asha, `questions/${third.id}`);
  await comment(asha, `answers/${answered.id}`);
  const event = await announce(asha);
  const attended = await announce(meera);
  await asha.call("POST", `/api/events/${attended.id}/register`);
  await message(asha, rohan);
  await asha.call("PUT", `/api/users/${rohan.id}/connection`);
  const posted = idIn(await asha.call("POST", "/api/jobs", job));
  await rohans.post(`/reports/new?subject=job&id=${posted}`, { reason: "They ask for money." });
  const [report] = database.prepare("select id from reports").pluck().all();
  const file = { name: "tides.txt", bytes: Buffer.from("Tides") };
  Object.assign(places, {
    question: pathOf(asked),
    answer: pathOf(other),
    comment: pathOf(third),
    list: "/questions",
    event: `/events/${event.id}`,
    coming: `/events/${attended.id}`,
    job: `/jobs/${posted}`,
    resource: `/resources/${idIn(await share(asha, file, { title: "Tides" }))}`,
    resources: "/resources/browse",
    connections: "/connections",
    conversation: `/messages/${asha.id}`,
    report: `/admin/reports/${report}`,
    notices: "/notices",
  });
});
const see = async (place: string, visitor?: Visitor) => {
  const { status, text } = await (visitor ?? (place === "report" ? admins : rohans)).get(places[place] ?? "");
  expect([place, status]).toEqual([place, 200]);
  return text.slice(text.indexOf("<main"), text.indexOf("</main>"));
};

test.for([
  "question",
  "answer",
  "comment",
  "event",
  "job",
  "resource",
  "resources",
  "connections",
  "conversation",
  "report",
])("the %s shows a person's picture, name and line, and links to their page", async (place) => {
  const text = await see(place);
  expect(text).toContain(`href="/people/${asha.id}"`);
  expect(text).toContain("asha-small.webp");
  expect(text).toContain(`>${line}<`);
  expect(text).not.toContain(`/qa-threads/${asha.id}`);
});

test.for(["list", "coming"])(
  "the %s is too crowded for the line: it shows picture and name only",
  async (place) => {
    const text = await see(place);
    expect(text).toContain(`href="/people/${asha.id}"`);
    expect(text).toContain("asha-small.webp");
    expect(text).not.toContain(line);
  },
);

test("a student's line says the year of study", async () => {
  database
    .prepare("update users set batch_year = ?, branch = 'Computer Science' where id = ?")
    .run(nextYear, asha.id);
  expect(await see("question")).toMatch(/>Year \d Computer Science</);
  describeAsha();
});

test("a notice shows the picture of the member who caused it, and both lead to their page", async () => {
  const text = await see("notices");
  expect(text).toMatch(
    new RegExp(
      `<a [^>]*aria-label="Asha Verma"[^>]*href="/people/${asha.id}"[^>]*><span[^>]*>A<img[^>]*asha-small.webp`,
    ),
  );
  expect(text).toMatch(
    new RegExp(`<a [^>]*href="/people/${asha.id}"[^>]*><b>Asha Verma</b> wants to connect with you</a>`),
  );
  expect(text).not.toContain(`/qa-threads/${asha.id}`);
});

test.for(["event", "job", "resource", "resources"])(
  "a guest sees only the name on the %s page",
  async (place) => {
    const text = await see(place, guest);
    expect(text).toContain("Asha Verma");
    for (const kept of ["/people/", "asha-small", line]) expect(text).not.toContain(kept);
  },
);

test.for(["suspended", "deleted"])("the name of a %s member is not a link", async (status) => {
  database.prepare("update users set status = ? where id = ?").run(status, asha.id);
  for (const place of [
    ...["question", "answer", "comment", "list", "event", "job", "resource", "conversation", "report"],
  ]) {
    const text = await see(place);
    expect([place, text.includes(`/people/${asha.id}`)]).toEqual([place, false]);
    expect([place, text.includes(line)]).toEqual([place, status === "suspended" && place !== "list"]);
    expect([place, text.includes("asha-small")]).toEqual([place, status === "suspended"]);
  }
  expect(await see("coming")).not.toContain("Asha");
  describeAsha();
});

describe("An alias", () => {
  const signs = (text: string) => [...text.matchAll(/signs[^"#]*#([a-z]+)"/g)].map(([, sign]) => sign);
  const same = (text: string) =>
    text.replaceAll(/nonce="[^"]*"|\d{13}/g, "").replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, "");

  test("an alias has one sign throughout its question, no link, and no trace of its owner", async () => {
    const hidden = await join(server, "kabir");
    const asked = await ask(hidden, { isAnonymous: true, title: "Who can help after failing twice?" });
    await answer(hidden, asked.id);
    const answered = await answer(rohan, asked.id);
    await comment(hidden, `answers/${answered.id}`);
    await message(hidden, rohan, true);
    const alias = database
      .prepare("select alias from conversations where a_id = ?")
      .pluck()
      .get(hidden.id) as string;
    const pages = [pathOf(asked), "/questions", `/messages/${alias}`, "/notices"];
    const read = async () =>
      Promise.all(
        pages.flatMap((path) =>
          [path, `${path}.data`].map(async (each) => same((await rohans.get(each)).text)),
        ),
      );
    // The first read marks the message as seen, which changes the page.
    await read();
    const before = await read();
    const [question = "", , list = "", , conversation = ""] = before;
    const found = signs(question.slice(question.indexOf("<main"), question.indexOf("</main>")));
    expect(found).toHaveLength(3);
    expect(new Set(found).size).toBe(1);
    expect(signs(list)).toContain(found[0]);
    expect(question).toContain("Anonymous student");
    expect(signs(conversation).length).toBeGreaterThan(1);
    expect(new Set(signs(conversation)).size).toBe(1);
    expect(conversation).not.toContain(`value="ask"`);

    database
      .prepare(
        `update users set batch_year = 2018, branch = 'Marine', company = 'Tidewater', position = 'Pilot', avatar_file = 'hidden.webp',
         name = 'Zephyrine Quill', first_name = 'Zephyrine', last_name = 'Quill' where id = ?`,
      )
      .run(hidden.id);
    const after = await read();
    expect(after).toEqual(before);
    database.prepare("update users set status = 'suspended' where id = ?").run(hidden.id);
    expect(await read()).toEqual(before);
    for (const text of after)
      for (const secret of [
        "hidden.webp",
        "Marine",
        "Tidewater",
        "Pilot",
        "Zephyrine",
        "Kabir",
        `/people/${hidden.id}`,
      ])
        expect([secret, text.includes(secret)]).toEqual([secret, false]);
  });

  test("an alias's sign does not connect it to its owner's other questions", async () => {
    const hidden = await join(server, "kabir", "other@college.example");
    const found = new Set<string | undefined>();
    for (let n = 0; n < 12; n++) {
      const asked = await ask(hidden, { isAnonymous: true, title: `A question that I ask alone, ${n}` });
      found.add(signs((await see("list")).split(asked.title)[1] ?? "")[0]);
    }
    // The chance that all twelve are alike is one in eight billion.
    expect(found.size).toBeGreaterThan(1);
  });
});

describe("The head of a conversation", () => {
  const offers = (text: string) => text.includes(`value="ask"`);

  test("a conversation offers to connect until a request was sent", async () => {
    const path = `/messages/${meera.id}`;
    expect(offers((await rohans.get(path)).text)).toBe(true);
    const sent = await rohans.post(path, { intent: "ask", userId: asha.id });
    expect([sent.status, sent.headers.get("Location")]).toEqual([303, path]);
    expect(
      database
        .prepare("select asked_by from connections where accepted_at is null and high_id = ?")
        .pluck()
        .get(meera.id),
    ).toBe(Number(rohan.id));
    expect(offers((await rohans.get(path)).text)).toBe(false);
    expect(offers((await admins.get(`/messages/${rohan.id}`)).text)).toBe(true);
    await admins.post(`/messages/${rohan.id}`, { intent: "ask" });
    for (const [visitor, other] of [
      [rohans, meera],
      [admins, rohan],
    ] as const)
      expect(offers((await visitor.get(`/messages/${other.id}`)).text)).toBe(false);
  });

  test("a conversation does not offer to connect under an alias, after a block or with a suspended member", async () => {
    const [one, other] = [
      await join(server, "rohan", "one@college.example"),
      await join(server, "asha", "two@college.example"),
    ];
    const pages = browse(server, one);
    const path = `/messages/${other.id}`;
    expect(offers((await pages.get(path)).text)).toBe(true);
    expect(offers((await pages.get(`${path}?anonymous=1`)).text)).toBe(false);
    await one.call("PUT", `/api/users/${other.id}/block`);
    expect(offers((await pages.get(path)).text)).toBe(false);
    await one.call("DELETE", `/api/users/${other.id}/block`);
    database.prepare("update users set status = 'suspended' where id = ?").run(other.id);
    expect(offers((await pages.get(path)).text)).toBe(false);
    const refused = await pages.post(path, { intent: "ask" });
    expect([refused.status, refused.text.includes("No such member.")]).toEqual([404, true]);
    expect((await guest.post(path, { intent: "ask" })).headers.get("Location")).toContain("/login");
  });
});
