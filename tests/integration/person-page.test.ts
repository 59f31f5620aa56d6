import { expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { sized } from "../support/nightly.ts";
import { browse, event, job, join, type Member, makeAdmin } from "../support/people.ts";
import { answer, ask, comment } from "../support/questions.ts";
import { share } from "../support/upload.ts";
import { errorsOf, Visitor } from "../support/visitor.ts";

const server = await shareServer(unlimited);
const database = server.database();
const rohan = await join(server, "rohan");
const meera = await join(server, "meera");
const kabir = await join(server, "kabir");
const rohans = browse(server, rohan);
const guest = new Visitor(server.url);

let count = 0;
const joinAnother = (name: "asha" | "meera" = "asha") =>
  join(server, name, `${name}.${++count}@college.example`);
const change = (member: Member, fields: Record<string, string | number | null>) => {
  const names = Object.keys(fields).map((name) => `${name} = ?`);
  database
    .prepare(`update users set ${names.join(", ")} where id = ?`)
    .run(...Object.values(fields), Number(member.id));
};
const offer = (member: Member, ...names: string[]) => {
  for (const [index, name] of names.entries()) {
    database.prepare("insert into tags (name) values (?) on conflict do nothing").run(name);
    database
      .prepare("insert into user_topics select ?, id, ? from tags where name = ?")
      .run(Number(member.id), index + 1, name);
  }
};
type Subject = "answer" | "comment" | "resource" | "event";
const thank = (
  subject: Subject,
  id: string,
  from: Member,
  to: Member,
  more: Record<string, unknown> = {},
) => {
  const row = {
    [`${subject}_id`]: Number(id),
    user_id: Number(from.id),
    receiver_id: Number(to.id),
    created_at: 1,
    ...more,
  };
  const names = Object.keys(row);
  database
    .prepare(
      `insert into thanks (${names.join(", ")}) values (${names.map((name) => `@${name}`).join(", ")})`,
    )
    .run(row);
};
/** The texts of a page's main element in order, without tags. */
const textOf = (html: string) =>
  html
    .slice(html.indexOf("<main"), html.indexOf("</main>"))
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]*>/g, "\n")
    .replace(/\n+/g, "\n");
const read = async (path: string, browser = rohans) => {
  const { status, text } = await browser.get(path);
  return { status, text, main: textOf(text) };
};
const skyOf = (html: string) => /<svg[^>]*role="img".*?<\/svg>/s.exec(html)?.[0] ?? "";
const given = async (member: Member, query: string, by = rohan) =>
  by.get(`/api/users/${member.id}/given?${query}`);
const shareNotes = async (member: Member, title: string) => {
  const sent = await share(member, { name: "a.txt", bytes: Buffer.from(title) }, { title, categoryId: "2" });
  return sent.body.data.id;
};

const full = {
  company: "Archstone Bridges",
  position: "Structural engineer",
  branch: "Civil",
  location: "Kolkata",
  about: "I failed Strength of Materials twice and now I check bridges.",
  ask_by: '["public","message"]',
  links: '["https://www.bridges.example/ira","https://git.example/ira"]',
  positions:
    '[{"title":"Structural engineer","company":"Archstone Bridges","from":"2025-07","to":null},{"title":"Intern","company":"Public works","from":"2024-05","to":"2024-07"}]',
};

test("a person's page shows who they are, what and how to ask them, and their contributions, in this order", async () => {
  const ira = await joinAnother("meera");
  change(ira, full);
  offer(ira, "gate", "resits");
  const asked = await ask(rohan, { title: "Where do I find exam papers?" });
  const helpful = await answer(ira, asked.id);
  await rohan.call("PUT", `/api/questions/${asked.id}/accepted`, { answerId: helpful.id });
  thank("answer", helpful.id, rohan, ira);
  const silent = await ask(rohan, { title: "Does anybody read this one?" });
  await answer(ira, silent.id);
  for (let n = 1; n <= 4; n++) await shareNotes(ira, `Strength of Materials ${n}`);
  await ira.call("POST", "/api/events", { ...event, title: "Bridge walk" });
  await ira.call("POST", "/api/jobs", { ...job, title: "Bridge checker" });
  const { main, status, text } = await read(`/people/${ira.id}`);
  expect(status).toBe(200);
  const order = [
    ...["Meera Nair", full.position, "Class of 2019, Civil", "Kolkata", full.about],
    ...[
      "Ask",
      "Likes to be asked",
      "in\u00a0public",
      " or ",
      "by\u00a0message",
      "Helped 1 person",
      "1 answer",
    ],
    ...["Ask me about", "gate", "resits", "From college to today"],
    ...["since Jul 2025", "May 2024 to Jul 2024", "2015 to 2019"],
    ...["bridges.example", "git.example", "Profile Details"],
    ...[" gave", "Answers", "Where do I find exam papers?", "accepted · helped 1"],
    ...[
      "Notes",
      "All notes",
      "Strength of Materials 4",
      "Strength of Materials 3",
      "Strength of Materials 2",
    ],
    ...["Events", "Bridge walk", "Open jobs", "Bridge checker", "Northlight Robotics"],
  ];
  let at = 0;
  for (const words of order) {
    const found = main.indexOf(words, at);
    expect([words, found >= 0]).toEqual([words, true]);
    at = found;
  }
  for (const words of ["Does anybody read", "Strength of Materials 1\n", "Not now"])
    expect([words, main.includes(words)]).toEqual([words, false]);
  expect(text).toMatch(/<a [^>]*href="\/questions\/new\?tags=gate&amp;ask=\d+"[^>]*><span>Ask /);
  expect(text).toContain(`href="/qa-threads/${ira.id}"`);
  expect((await rohans.get(`/qa-threads/${ira.id}`)).text).toContain(`href="/people/${ira.id}"`);
  const asking = await rohans.get("/questions/new?tags=gate");
  expect(asking.text).toMatch(/<input[^>]*name="tags"[^>]*value="gate"/);
  const all = await read(`/people/${ira.id}/given/resources`);
  expect(all.main.match(/Strength of Materials \d/g)?.map((title) => title.at(-1))).toEqual([
    "4",
    "3",
    "2",
    "1",
  ]);
});

test("the yellow button follows how the person likes to be asked, and is hidden while they say “not now”", async () => {
  const ira = await joinAnother();
  const act = async () =>
    /<a class="[^"]*" href="([^"]*)"[^>]*><span>Ask /.exec((await read(`/people/${ira.id}`)).text)?.[1];
  expect(await act()).toBe(`/messages/${ira.id}`);
  for (const [way, href] of [
    ["message", `/messages/${ira.id}`],
    ["anonymous", `/messages/${ira.id}?anonymous=1`],
    ["public", `/questions/new?ask=${ira.id}`],
  ]) {
    change(ira, { ask_by: JSON.stringify([way]) });
    expect(await act()).toBe(href);
  }
  change(ira, { ask_by: '["anonymous"]', allow_anonymous: 0 });
  expect(await act()).toBe(`/messages/${ira.id}`);
  expect((await read(`/people/${ira.id}`)).main).not.toContain("anonymously");
  change(ira, { not_now_until: "2000-01-01" });
  expect(await act()).toBe(`/messages/${ira.id}`);
  change(ira, { not_now_until: "2199-03-05" });
  expect(await act()).toBeUndefined();
  expect((await read(`/people/${ira.id}`)).main).toContain("Not now until 5 March 2199.");
});

test("asking a member starts with the topic, in each way they offer, with and without scripts", async () => {
  const ira = await joinAnother();
  offer(ira, "c#", "gate");
  const linksTo = async (path: string) =>
    [...(await rohans.get(path)).text.matchAll(/<a [^>]*href="([^"]*)"/g)]
      .map(([, href = ""]) => href.replaceAll("&amp;", "&"))
      .filter((href) => href.includes(`/messages/${ira.id}`) || href.startsWith("/questions/new?tags"));
  const hrefs = {
    message: (topic: string) => `/messages/${ira.id}?topic=${topic}`,
    anonymous: (topic: string) => `/messages/${ira.id}?anonymous=1&topic=${topic}`,
    public: (topic: string) => `/questions/new?tags=${topic}&ask=${ira.id}`,
  };
  for (const way of ["message", "anonymous", "public"] as const) {
    change(ira, { ask_by: JSON.stringify([way]) });
    const first = hrefs[way]("c%23");
    expect(await linksTo(`/people/${ira.id}`)).toEqual([first, first, first, hrefs[way]("gate")]);
    const { text } = await rohans.get(first);
    expect(text).toMatch(
      way === "public" ? /<input[^>]*name="tags"[^>]*value="c#"/ : /<textarea[^>]*>About c#: <\/textarea>/,
    );
  }
  change(ira, { ask_by: '["message","anonymous"]' });
  expect((await linksTo(`/people/${ira.id}`)).slice(0, 3)).toEqual([
    hrefs.message("c%23"),
    hrefs.message("c%23"),
    hrefs.anonymous("c%23"),
  ]);
  const { text } = await rohans.get(`${hrefs.message("c%23")}`);
  expect(text).toContain(`href="/messages/${ira.id}?anonymous=1&amp;topic=c%23"`);
  const long = await rohans.get(`/messages/${ira.id}?topic=${encodeURIComponent("😀".repeat(500))}`);
  expect(long.text).toContain(`>About ${"😀".repeat(60)}: </textarea>`);
});

test("members see their own page as others do, with the profile's switch of viewer", async () => {
  const ira = await joinAnother();
  change(ira, { ...full, location_to: "connections" });
  const iras = browse(server, ira);
  const [asMember, asConnection, others] = [
    await read(`/people/${ira.id}`, iras),
    await read(`/people/${ira.id}?as=connection`, iras),
    await read(`/people/${ira.id}?as=connection`),
  ];
  expect([asMember, asConnection, others].map(({ main }) => main.includes("Kolkata"))).toEqual([
    false,
    true,
    false,
  ]);
  for (const { main, text } of [asMember, asConnection]) {
    expect(main).toContain("As seen by");
    expect(main).toContain("Edit Profile");
    expect(text).not.toContain("<span>Ask ");
    expect(text).toContain('href="/profile"');
  }
  expect(others.main).not.toContain("As seen by");
  expect((await iras.get("/profile")).text).toContain('href="/people/me"');
  expect((await iras.get("/people/me")).headers.get("Location")).toBe(`/people/${ira.id}`);
});

test("guests are redirected to the log-in, and the page, lists and call of an absent member are 404", async () => {
  const ira = await joinAnother();
  const paths = [`/people/${ira.id}`, `/people/${ira.id}/given/answers`];
  for (const path of paths) {
    const { status, headers } = await guest.get(path);
    expect([status, headers.get("Location")]).toEqual([303, `/login?redirectTo=${encodeURIComponent(path)}`]);
  }
  expect((await guest.get(`/api/users/${ira.id}/given?kind=answers`)).status).toBe(401);
  const statuses = async () => [
    ...(await Promise.all(paths.map(async (path) => (await rohans.get(path)).status))),
    (await given(ira, "kind=answers")).status,
  ];
  expect(await statuses()).toEqual([200, 200, 200]);
  for (const status of ["suspended", "pending", "deleted"]) {
    change(ira, { status });
    expect([status, await statuses()]).toEqual([status, [404, 404, 404]]);
    const { main } = await read(paths[0] ?? "");
    expect(main).toContain(status === "deleted" ? "This person has left." : "No such member.");
  }
  for (const path of [
    "/people/999999",
    "/people/0",
    "/people/anon_1",
    `/people/${rohan.id}/given/votes`,
    "/people/1e1",
  ])
    expect([path, (await rohans.get(path)).status]).toEqual([path, 404]);
});

test("a person's page can send, accept, decline and withdraw a request to connect, and shows refusals", async () => {
  const [ira, ila] = [await joinAnother(), await joinAnother()];
  const [iras, ilas] = [browse(server, ira), browse(server, ila)];
  const press = (browser: Visitor, to: Member, intent: string) =>
    browser.post(`/people/${to.id}`, { intent });
  const buttons = async (browser: Visitor, of: Member) =>
    [
      ...(await browser.get(`/people/${of.id}`)).text.matchAll(
        /<button[^>]* value="(\w+)"[^>]* name="intent"|>(Connected|Request Sent)</g,
      ),
    ].map(([, intent, state]) => intent ?? state);
  expect(await buttons(iras, ira)).toEqual([]);
  expect(await buttons(iras, ila)).toEqual(["ask"]);
  const asked = await press(iras, ila, "ask");
  expect([asked.status, asked.headers.get("Location")]).toEqual([303, `/people/${ila.id}#connection`]);
  expect(await buttons(iras, ila)).toEqual(["Request Sent", "withdraw"]);
  expect((await press(iras, ila, "withdraw")).status).toBe(303);
  expect((await press(ilas, ira, "accept")).status).toBe(409);
  await press(iras, ila, "ask");
  expect(await buttons(ilas, ira)).toEqual(["accept", "decline"]);
  await press(ilas, ira, "decline");
  await press(iras, ila, "ask");
  await press(ilas, ira, "accept");
  for (const [browser, of] of [
    [iras, ila],
    [ilas, ira],
  ] as const)
    expect(await buttons(browser, of)).toEqual(["Connected"]);
  await ira.call("PUT", `/api/users/${rohan.id}/block`);
  const refused = await press(rohans, ira, "ask");
  expect([refused.status, refused.text.includes("accepting requests from you")]).toEqual([403, true]);
  expect((await press(rohans, rohan, "ask")).status).toBe(422);
  expect((await rohans.post("/people/999999", { intent: "ask" })).status).toBe(404);
  expect((await guest.post(`/people/${ira.id}`, { intent: "ask" })).status).toBe(303);
});

test("a block does not change a person's page", async () => {
  const ira = await joinAnother();
  const before = (await read(`/people/${ira.id}`)).main;
  await ira.call("PUT", `/api/users/${rohan.id}/block`);
  await rohan.call("PUT", `/api/users/${ira.id}/block`);
  expect((await read(`/people/${ira.id}`)).main).toBe(before);
});

test("the call pages through one kind of contribution, newest first, and returns none for an unknown kind", async () => {
  const ira = await joinAnother();
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.unshift(await shareNotes(ira, `Notes of a call ${n}`));
  thank("resource", ids[2] ?? "", rohan, ira);
  const first = await given(ira, "kind=resources&limit=2");
  expect(first.body).toMatchObject([
    { id: ids[0], kind: "resources", helped: 0, isAccepted: false },
    { id: ids[1] },
  ]);
  const link = /<(.*)>; rel="next"/.exec(first.headers.get("Link") ?? "")?.[1] ?? "";
  const second = await rohan.get(link);
  expect(second.body).toMatchObject([{ id: ids[2], url: `/resources/${ids[2]}`, helped: 1 }]);
  expect(second.headers.get("Link")).toBeNull();
  for (const query of ["", "kind=", "kind=votes"]) expect((await given(ira, query)).body).toEqual([]);
  for (const [query, field] of [
    ["kind=answers&limit=201", "limit"],
    ["kind=answers&cursor=x", "cursor"],
  ] as const) {
    const refused = await given(ira, query);
    expect([query, refused.status, Object.keys(errorsOf(refused))]).toEqual([query, 422, [field]]);
  }
});

test("hidden, closed and deleted contributions are neither listed nor counted, nor drawn in the sky", async () => {
  const ira = await joinAnother();
  const asked = [await ask(rohan), await ask(rohan), await ask(rohan)];
  const answers = [];
  for (const { id } of asked) answers.push((await answer(ira, id)).id);
  for (const id of answers) thank("answer", id, rohan, ira);
  const said = await comment(ira, `questions/${asked[0]?.id}`);
  thank("comment", said, rohan, ira);
  const notes = await shareNotes(ira, "Notes that go");
  thank("resource", notes, meera, ira);
  const posted = await ira.call("POST", "/api/jobs", { ...job, title: "A job that closes" });
  const jobId = posted.body.id;
  const lines = [
    ["answer", answers[0] ?? "", { line: "Seen line", is_shown: 1 }],
    ["answer", answers[1] ?? "", { line: "Line of a hidden answer", is_shown: 1 }],
    ["answer", answers[2] ?? "", { line: "Line that is not shown" }],
    ["comment", said, { line: "Hidden line", is_shown: 1, hidden_at: 1 }],
    ["resource", notes, { line: "Line of the blocked", is_shown: 1, blocked_at: 1 }],
  ] as const;
  for (const [subject, id, more] of lines) thank(subject, id, kabir, ira, more);
  const label = async () => /aria-label="(Helped[^"]*)"/.exec((await read(`/people/${ira.id}`)).text)?.[1];
  expect(await label()).toBe("Helped 8 people: 3 answers, 1 comment, 1 note");
  database
    .prepare("update answers set hidden_at = 1, hidden_reason = 'x' where id = ?")
    .run(Number(answers[1]));
  database
    .prepare("update questions set hidden_at = 1, hidden_reason = 'x' where id = ?")
    .run(Number(asked[2]?.id));
  await ira.call("PUT", `/api/jobs/${jobId}`, { deadline: "2000-01-01" });
  database.prepare("update jobs set closed_at = 1 where id = ?").run(Number(jobId));
  expect(await label()).toBe("Helped 4 people: 1 answer, 1 comment, 1 note");
  await ira.call("DELETE", `/api/resources/${notes}`);
  expect(await label()).toBe("Helped 3 people: 1 answer, 1 comment");
  const { main } = await read(`/people/${ira.id}`);
  for (const words of ["A job that closes", "Notes that go", "Hidden line", "Line of", "Line that"])
    expect([words, main.includes(words)]).toEqual([words, false]);
  expect(main).toContain("“Seen line”");
  expect((await given(ira, "kind=answers")).body).toMatchObject([{ id: answers[0] }]);
  for (const kind of ["resources", "jobs", "events"])
    expect((await given(ira, `kind=${kind}`)).body).toEqual([]);
  database
    .prepare("update questions set merged_into = ? where id = ?")
    .run(Number(asked[1]?.id), Number(asked[0]?.id));
  expect(await label()).toBeUndefined();
  expect((await read(`/people/${ira.id}`)).main).toContain("sky waits for its first star");
});

test("a person's page shows at most two thank-you lines, and escapes them and the profile's texts", async () => {
  const ira = await joinAnother();
  const attack = `"><script>alert(1)</script>`;
  change(ira, {
    about: attack,
    links: JSON.stringify([
      "javascript:alert(1)",
      "JAVASCRIPT://ok.example/%0aalert(1)",
      "data:text/html,<script>alert(1)</script>",
      "//evil.example",
      `https://git.example/"><img src=x onerror=alert(1)>`,
      "https://git.example@evil.example/",
    ]),
    positions: JSON.stringify([{ title: attack, company: attack, from: "2024-01", to: null }]),
  });
  const asked = await ask(rohan);
  for (const [index, giver] of [rohan, meera, kabir].entries()) {
    const { id } = await answer(ira, asked.id, `Answer ${index}`);
    thank("answer", id, giver, ira, { line: `${attack} ${index}`, is_shown: 1 });
  }
  const { text } = await read(`/people/${ira.id}`);
  const html = text.slice(text.indexOf("<main"), text.indexOf("</main>"));
  expect(html).not.toMatch(/<script|<img|onerror=alert\(1\)>|href="(?!https?:|\/|mailto:)/i);
  expect(html.match(/<blockquote/g)).toHaveLength(2);
  const links = [
    ...html.matchAll(/<a href="(https?:[^"]*)"[^>]*rel="noreferrer nofollow ugc"[^>]*>([^<]*)</g),
  ];
  expect(links.map(([, , site]) => site)).toEqual(["git.example", "evil.example"]);
});

const pagesOf = ({ id }: Member) => [`/people/${id}`, `/people/${id}.data`, `/qa-threads/${id}`];
const callsOf = ({ id }: Member) => [
  `/api/users/${id}`,
  ...["answers", "resources", "events", "jobs"].map((kind) => `/api/users/${id}/given?kind=${kind}`),
];

/** Everything that a classmate can read about a member, without request ids and the member's id. */
async function everythingOf(member: Member, name: string): Promise<string[]> {
  const answers = await Promise.all([
    ...pagesOf(member).map((path) => rohans.get(path)),
    ...callsOf(member).map((path) => rohan.get(path)),
  ]);
  return answers.map(({ status, headers, text }) => {
    const etag = text.startsWith("<") || text.includes("requestId") ? "" : headers.get("ETag");
    return `${status} ${etag} ${text}`
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "")
      .replace(/nonce="[^"]*"/g, "")
      .replaceAll(member.email, name)
      .replaceAll(new RegExp(`\\b${member.id}\\b`, "g"), "ID");
  });
}

test("anonymous questions, answers and thanks change no byte of a person's page, dialog, call and sky", async () => {
  const [ira, twin] = [await joinAnother("meera"), await joinAnother("meera")];
  for (const each of [ira, twin]) {
    change(each, full);
    offer(each, "gate");
  }
  const open = await ask(kabir);
  for (const each of [ira, twin]) {
    const { id } = await answer(each, open.id, "By name.");
    thank("answer", id, rohan, each, { line: "Thank you", is_shown: 1 });
    database.prepare("update answers set answered_at = 1750000000000 where id = ?").run(Number(id));
  }
  const [before, other] = [await everythingOf(ira, "she"), await everythingOf(twin, "she")];
  /** Removes ids, and the positions of stars, which depend on them. */
  const withoutIds = (html = "") =>
    html.slice(html.indexOf("<article"), html.indexOf("</article>")).replace(/\d+|\bID\b/g, "");
  expect(withoutIds(before[0]).length).toBeGreaterThan(2_000);

  const hidden = await ask(ira, { isAnonymous: true });
  const own = await answer(ira, hidden.id, "I found it out myself.");
  await comment(ira, `questions/${hidden.id}`);
  expect((await kabir.call("PUT", `/api/answers/${own.id}/vote`)).status).toBe(200);
  expect((await rohan.call("PUT", `/api/answers/${own.id}/vote`)).status).toBe(200);
  await ira.call("PUT", `/api/questions/${hidden.id}/accepted`, { answerId: own.id });
  const row = database
    .prepare("select receiver_id as id, count(*) as count from thanks where answer_id = ?")
    .get(Number(own.id));
  expect(row).toEqual({ id: null, count: 2 });
  const after = await everythingOf(ira, "she");
  expect(after.map((text, index) => text === before[index])).toEqual(after.map(() => true));
  for (const page of [0, 2]) expect(withoutIds(after[page]) === withoutIds(other[page])).toBe(true);
});

test("a member who thanks unnamed counts each time, and one who thanks by name counts once", async () => {
  const ira = await joinAnother();
  const hidden = await ask(kabir, { isAnonymous: true });
  const { id } = await answer(ira, hidden.id);
  expect((await kabir.call("PUT", `/api/answers/${id}/vote`)).status).toBe(200);
  thank("resource", await shareNotes(ira, "Notes for two"), kabir, ira);
  thank("resource", await shareNotes(ira, "Notes for the same"), kabir, ira);
  for (const title of ["Notes by name", "More by name"])
    thank("resource", await shareNotes(ira, title), kabir, ira, { is_named: 1 });
  expect((await read(`/people/${ira.id}`)).text).toContain("Helped 4 people: 1 answer, 4 notes");
});

test("the sky of thousands draws 200 stars and haze in 4 KB, and the page stays within 12 KB", {}, async () => {
  const many = await joinAnother("meera");
  const { id: questionId } = await ask(kabir);
  const insertAnswer = database.prepare(
    "insert into answers (id, question_id, author_id, body, html, answered_at) values (?, ?, ?, 'body', 'body', ?)",
  );
  const lastId = database.prepare("select max(id) from answers").pluck().get() as number;
  database.transaction(() => {
    for (let n = 1; n <= sized(1_000, 5_000); n++) {
      insertAnswer.run(lastId + n, Number(questionId), Number(many.id), Date.UTC(2015, 8) + n * 64e6);
      for (const giver of [kabir, meera, rohan].slice(0, 1 + (n % 3)))
        thank("answer", String(lastId + n), giver, many);
    }
  })();
  change(many, full);
  offer(many, "gate", "resits");
  const { text } = await read(`/people/${many.id}`);
  const sky = skyOf(text);
  expect(Buffer.byteLength(sky)).toBeLessThanOrEqual(4_096);
  expect(sky).toContain("Helped 1000+ people: ");
  const corners = [...sky.matchAll(/<path[^>]* d="M([\d ]+)"/g)].reduce(
    (sum, [, d = ""]) => sum + d.split(" ").length / 2,
    0,
  );
  expect(corners + 1).toBe(200);
  expect(sky).toMatch(/<circle[^>]*r="\d+"/);
  expect(skyOf((await read(`/people/${many.id}`, browse(server, kabir))).text)).toBe(sky);
  const compressed = async (path: string) =>
    Number((await rohans.get(path, { "Accept-Encoding": "br" })).headers.get("Content-Length"));
  const files = [...text.matchAll(/<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"/g)].map(
    ([, file = ""]) => file,
  );
  const weigh = async () => {
    const weights = await Promise.all([`/people/${many.id}`, ...files].map(compressed));
    return weights.reduce((sum, bytes) => sum + bytes, 0);
  };
  // The first responses are compressed fast, later ones harder.
  await expect.poll(weigh).toBeLessThan(12 * 1_024);
});

test("administrators see private details on a person's page", async () => {
  const [ira, admin] = [await joinAnother(), await joinAnother()];
  makeAdmin(server, admin);
  change(ira, { ...full, location_to: "nobody" });
  expect((await read(`/people/${ira.id}`)).main).not.toContain("Kolkata");
  expect((await read(`/people/${ira.id}`, browse(server, admin))).main).toContain("Kolkata");
});

test("a mentor's page says that they are open to mentoring, and offers to ask while a place is free", async () => {
  const ira = await joinAnother();
  const path = `/people/${ira.id}`;
  offer(ira, "gate");
  const linkTo = `/mentoring/new?mentor=${ira.id}`;
  expect((await read(path)).text).not.toContain(linkTo);
  change(ira, { mentoring_places: 2, mentoring_note: "Best on Sundays." });
  const open = await read(path);
  expect(open.main).toMatch(/Open to mentoring: 2 places free\.\s+Best on Sundays\./);
  expect(open.text).toContain(linkTo);
  expect((await read(path, browse(server, ira))).text).not.toContain(linkTo);
  change(ira, { not_now_until: "2099-01-01" });
  expect((await read(path)).text).not.toContain(linkTo);
  change(ira, { not_now_until: null, mentoring_places: 1, shows_mentored: 1 });
  database
    .prepare(
      `insert into mentorings (mentor_id, mentee_id, topic, text, state, asked_at, answered_at)
       values (?, ?, 'gate', ?, 'accepted', 1, 1)`,
    )
    .run(Number(ira.id), Number(kabir.id), "I would like to hear how you went about it. ".repeat(2));
  const taken = await read(path);
  expect(taken.main).toContain("Open to mentoring, all places taken. Mentored 1.");
  expect(taken.text).not.toContain(linkTo);
  change(ira, { shows_mentored: 0 });
  expect((await read(path)).main).not.toContain("Mentored 1");
});
