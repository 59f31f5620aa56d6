import { expect, test } from "vitest";
import { limited, shareServer } from "../support/integration.ts";
import { aliasFor, sendHidden, sendTo } from "../support/messages.ts";
import { event, job, join, type Member, makeAdmin, openSession } from "../support/people.ts";
import { ask } from "../support/questions.ts";
import { clock, withStoppedClock } from "../support/time.ts";
import { share } from "../support/upload.ts";
import { errorsOf, Visitor } from "../support/visitor.ts";

const server = await shareServer(limited, clock);
const asha = await join(server, "asha");
const rohan = await join(server, "rohan");
const guest = new Visitor(server.url);
const database = server.database();

interface Found {
  kind: string;
  total: number;
  totalCountCapped: boolean;
  results: {
    id: string;
    title: string;
    text: string;
    url: string;
    person: { id: string | null; name: string } | null;
  }[];
}

let seekers = 0;
/** @returns a new member, because searches are limited for each member */
const seeker = (): Promise<Member> => join(server, "meera", `seeker${seekers++}@college.example`);

/** Opens a page in a new browser of the member. */
const open = async (member: Member, path: string) => {
  const browser = new Visitor(server.url);
  browser.cookies.set("session", openSession(server, member.id, "browser"));
  return browser.get(path);
};

async function find(visitor: Visitor, q: string, more = ""): Promise<Found[]> {
  const { status, body, text } = await visitor.get(`/api/search?q=${encodeURIComponent(q)}${more}`);
  expect(status, text).toBe(200);
  return body.kinds;
}
const titlesIn = (found: Found[], kind: string) =>
  found.find((one) => one.kind === kind)?.results.map(({ title }) => title) ?? [];

test("every kind is found, the kind with the best match first, with the words in any order", async () => {
  const meera = await seeker();
  await asha.call("POST", "/api/jobs", { ...job, title: "Harbour lantern keeper" });
  await ask(asha, { title: "Who repairs an old lantern here?" });
  const found = await find(meera, "lantern harbour");
  expect(titlesIn(found, "jobs")).toEqual(["Harbour lantern keeper"]);
  expect((await find(meera, "Harbour lantern"))[0]?.kind).toBe("jobs");
  expect((await find(meera, "Rohan"))[0]).toMatchObject({
    kind: "people",
    results: [{ id: rohan.id, url: `/people/${rohan.id}`, person: { id: rohan.id, name: "Rohan Pillai" } }],
  });
  // Every address contains the college's domain, so it must not match.
  expect(titlesIn(await find(meera, "college"), "people")).toEqual([]);
  expect(titlesIn(await find(meera, rohan.email), "people")).toEqual(["Rohan Pillai"]);
  const page = (await open(meera, "/search?q=lantern")).text;
  expect(page).toContain("<mark>lantern</mark>");
});

test("the results of one kind have pages", async () => {
  const meera = await seeker();
  for (let n = 0; n < 5; n++) await asha.call("POST", "/api/jobs", { ...job, title: `Kitebuilder ${n}` });
  const first = await meera.get("/api/search?q=kitebuilder&kind=jobs&limit=3");
  expect(first.body).toMatchObject({ kinds: [{ kind: "jobs", total: 5, totalCountCapped: false }] });
  // Rows of the first page are deleted, and others are added before them.
  const [{ results = [] } = {}] = first.body.kinds;
  for (const { id } of results) await asha.call("DELETE", `/api/jobs/${id}`);
  for (const day of ["today", "now"])
    await meera.call("POST", "/api/jobs", { ...job, title: `Kitebuilder of ${day}` });
  const second = await meera.next(first);
  expect(titlesIn(second.body.kinds, "jobs")).toEqual(["Kitebuilder 1", "Kitebuilder 0"]);
  expect(second.headers.get("Link")).toBeNull();
  expect((await open(meera, "/search?q=kitebuilder")).text).toContain('href="/jobs?search=kitebuilder"');
});

test("the search for names ignores accents and one wrong letter", async () => {
  const meera = await seeker();
  database
    .prepare(
      "update users set first_name = 'Zoë', last_name = 'Castañeda', name = 'Zoë Castañeda' where id = ?",
    )
    .run(meera.id);
  expect(titlesIn(await find(asha, "castaneda"), "people")).toEqual(["Zoë Castañeda"]);
  expect(titlesIn(await find(asha, "Castañeda zoe"), "people")).toEqual(["Zoë Castañeda"]);
  await asha.call("POST", "/api/jobs", { ...job, title: "Cartographer of moons" });
  for (const wrong of ["cartografher", "catographer", "cartographeer", "moons cartographre"])
    expect(titlesIn(await find(meera, wrong), "jobs"), wrong).toEqual(["Cartographer of moons"]);
  expect(await find(meera, "caztografher")).toEqual([]);
  // The middle letter of five belongs to both halves, both of two words must be close, and companies count as names.
  for (const [wrong, name] of [
    ["Rokan", "Rohan Pillai"],
    ["Rohan Pilali", "Rohan Pillai"],
  ] as const)
    expect(titlesIn(await find(meera, wrong), "people"), wrong).toContain(name);
  expect(await find(meera, "Rohan Cartographr")).toEqual([]);
  await meera.call("POST", "/api/jobs", { ...job, title: "Keeper of bees", companyName: "Tidewaterling" });
  expect(titlesIn(await find(meera, "Tidewatreling"), "jobs")).toEqual(["Keeper of bees"]);
});

test("a course code is found in titles, descriptions and tags, also together with other words", async () => {
  const meera = await seeker();
  await ask(rohan, { title: "How are the exams of spring?", tags: ["zz301"] });
  await ask(rohan, { title: "Is ZZ301 hard?", tags: ["electives"] });
  await ask(rohan, { title: "Which books are good?", body: "I *mean* those for **ZZ301** and its labs." });
  await ask(meera, {
    title: "May I ask about labs?",
    body: "I would like to know how the labs of my next course are, and whether ZZ309 has any of them.",
  });
  const marked = (await find(meera, "zz301 labs"))[0]?.results.map(({ text }) => text);
  expect(marked).toEqual(["I mean those for ZZ301 and its labs."]);
  expect((await find(meera, "zz309"))[0]?.results[0]?.text).toMatch(
    /^… to know how the labs .* ZZ309 has any of them\.$/,
  );
  for (const q of ["zz301", "ZZ301", "tag:zz301"])
    expect(titlesIn(await find(meera, q), "questions"), q).toContain("How are the exams of spring?");
  expect(titlesIn(await find(meera, "zz301"), "questions")).toHaveLength(3);
  expect(titlesIn(await find(meera, "exams zz301"), "questions")).toEqual(["How are the exams of spring?"]);
});

test("search suggestions are the eight best results, contain nothing that the search hides, and are rate-limited separately", async () => {
  const meera = await seeker();
  const suggest = async (visitor: Visitor, q: string) => {
    const { status, body } = await visitor.get(`/api/search/suggestions?q=${encodeURIComponent(q)}`);
    return status === 200 ? body.suggestions : status;
  };
  for (let n = 0; n < 4; n++) {
    await meera.call("POST", "/api/jobs", { ...job, title: `Windmill keeper ${n}` });
    await meera.call("POST", "/api/events", { ...event, title: `Windmill walk ${n}` });
    await ask(meera, { title: `Who knows the windmill of ${n}?` });
  }
  const suggested = await suggest(meera, "windmill");
  expect(suggested).toHaveLength(8);
  expect(JSON.stringify(suggested)).toContain('{"kind":"events","title":"Windmill walk 3","url":"/events/');
  expect(JSON.stringify(await suggest(guest, "windmill"))).not.toContain("Who knows");
  expect(await suggest(guest, "Asha Verma")).toEqual([]);
  database.prepare("update users set avatar_file = 'rohan.webp' where id = ?").run(rohan.id);
  const person = { kind: "people", title: "Rohan Pillai", url: `/people/${rohan.id}` };
  expect(await suggest(meera, "Rohan Pillai")).toEqual([
    { ...person, avatarUrl: "/files/avatars/rohan.webp" },
  ]);
  expect(await suggest(meera, "a".repeat(101))).toBe(422);
  for (let n = 0; n < 119; n++) await suggest(meera, "zz");
  expect(await suggest(meera, "zz")).toBe(429);
  // The two limits are independent.
  expect((await meera.get("/api/search?q=zz")).status).toBe(200);
});

test("on every list, a filter says how many matches of a search it hides", async () => {
  const meera = await seeker();
  for (const opportunityType of ["internship", "internship", "contract"])
    await meera.call("POST", "/api/jobs", { ...job, title: "Sundial maker", opportunityType });
  await ask(meera, { title: "Where is the sundial?", tags: ["campus"] });
  await ask(meera, { title: "Who set the sundial?", tags: ["history"] });
  database.prepare("update users set company = 'Sundialia' where id in (?, ?)").run(asha.id, meera.id);
  const hidden = async (path: string) =>
    />(\d+) more without your filters</.exec((await open(meera, path)).text.replaceAll("<!-- -->", ""))?.[1];
  expect(await hidden("/jobs?search=sundial&opportunityType=contract")).toBe("2");
  expect(await hidden("/jobs?search=sundial&opportunityType=volunteer")).toBe("3");
  expect(await hidden("/questions?search=sundial&tag=campus")).toBe("1");
  database.prepare("update users set batch_year = 2001 where id = ?").run(meera.id);
  expect(await hidden("/qa-threads?search=sundialia&batch=2001")).toBe("1");
  for (const path of ["/jobs?search=sundial", "/jobs?opportunityType=contract", "/questions?search=sundial"])
    expect(await hidden(path), path).toBeUndefined();
});

test("members are found by their phone number if the reader may see it, however it is typed", async () => {
  const [owner, stranger, friend] = [await seeker(), await seeker(), await seeker()];
  const boss = await seeker();
  makeAdmin(server, boss);
  const phone = "+91 9444455566";
  const set = async (audience: string) => {
    const { status } = await owner.call("PUT", `/api/users/${owner.id}`, {
      phone,
      visibility: { phone: audience },
    });
    expect(status).toBe(200);
  };
  const finds = async (visitor: Visitor, typed = phone) =>
    (await find(visitor, typed, "&kind=people")).some(({ results }) =>
      results.some(({ id }) => id === owner.id),
    );
  const all = () => Promise.all([owner, friend, stranger, boss].map((visitor) => finds(visitor)));
  await set("connections");
  expect(await all()).toEqual([true, false, false, true]);
  await friend.call("PUT", `/api/users/${owner.id}/connection`);
  expect(await finds(friend), "a request is no connection").toBe(false);
  await owner.call("PUT", `/api/users/${friend.id}/connection`);
  expect(await all()).toEqual([true, true, false, true]);
  await set("nobody");
  expect(await all()).toEqual([true, false, false, true]);
  await set("members");
  expect(await all()).toEqual([true, true, true, true]);
  for (const typed of ["9444455566", "09444455566", "+91 94444 55566", "94444-55566", "00919444455566"])
    expect([typed, await finds(stranger, typed)]).toEqual([typed, true]);
  for (const typed of ["944445556", "94444555661", "+1 9444455566", "4455566"])
    expect([typed, await finds(stranger, typed)]).toEqual([typed, false]);
  expect((await open(stranger, "/search?q=9444455566")).text).toContain(`href="/people/${owner.id}"`);
  expect(await finds(guest)).toBe(false);
  database.prepare("update users set status = 'suspended' where id = ?").run(Number(owner.id));
  expect(await finds(stranger)).toBe(false);
});

test("the search treats blocked people as the directory does", async () => {
  const meera = await seeker();
  await meera.call("PUT", `/api/users/me/blocks/${rohan.id}`);
  const found = titlesIn(await find(meera, "Rohan"), "people");
  const listed = (await open(meera, "/qa-threads?search=Rohan")).text;
  expect([found.includes("Rohan Pillai"), listed.includes("Rohan Pillai")]).toEqual([true, true]);
});

test("an anonymous question is not found by its asker's name, and a hidden question not at all", async () => {
  const meera = await seeker();
  const asked = await ask(rohan, { title: "Is the observatory haunted at night?", isAnonymous: true });
  const found = await find(meera, "observatory haunted");
  expect(found.find(({ kind }) => kind === "questions")?.results[0]?.person).toEqual({
    id: null,
    name: "Anonymous alum",
  });
  for (const name of ["Rohan", "Pillai", "Rohan haunted"])
    expect(titlesIn(await find(meera, name), "questions"), name).toEqual([]);
  expect((await open(meera, "/search?q=haunted")).text).not.toContain("Pillai");
  database.prepare("update questions set hidden_at = 1, hidden_reason = 'Rude' where id = ?").run(asked.id);
  for (const visitor of [meera, rohan])
    for (const q of ["observatory haunted", "observatorry"])
      expect(titlesIn(await find(visitor, q), "questions")).toEqual([]);
  database.prepare("update users set status = 'suspended' where id = ?").run(meera.id);
  expect(titlesIn(await find(asha, meera.email), "people")).toEqual([]);
});

test("guests find jobs and help pages, but no people", async () => {
  await asha.call("POST", "/api/jobs", { ...job, title: "Zeppelin pilot" });
  await ask(asha, { title: "Has anyone flown a zeppelin?" });
  expect((await find(guest, "zeppelin")).map(({ kind }) => kind)).toEqual(["jobs"]);
  expect(await find(guest, "Asha Verma")).toEqual([]);
  expect((await find(guest, "first bot")).map(({ kind }) => kind)).toEqual(["help"]);
  expect((await guest.get("/search?q=zeppelin")).text).not.toContain("flown");
});

test("a token finds only the kinds that its scopes allow", async () => {
  await asha.call("POST", "/api/jobs", { ...job, title: "Gondola painter" });
  await ask(asha, { title: "Who paints a gondola?" });
  const meera = await seeker();
  database.prepare("update sessions set scopes = '[\"jobs:read\"]' where user_id = ?").run(meera.id);
  expect((await find(meera, "gondola")).map(({ kind }) => kind)).toEqual(["jobs"]);
  expect(await find(meera, "Asha")).toEqual([]);
});

test("only the two people in a conversation find its messages, newest first, and an alias does not reveal its owner", async () => {
  const [reader, writer, other] = [await seeker(), await seeker(), await seeker()];
  database
    .prepare(
      "update users set name = 'Ophelia Vane', first_name = 'Ophelia', last_name = 'Vane' where id = ?",
    )
    .run(writer.id);
  const idOf = async (sent: ReturnType<typeof sendTo>) => (await sent).body.id;
  const long = `${"All that comes before it is long. ".repeat(9)}Where is the gyroscope kept? ${"And after it. ".repeat(9)}`;
  const first = await idOf(sendTo(writer, reader.id, long));
  const second = await idOf(sendTo(reader, writer.id, "Gyroscope, I see"));
  await sendTo(writer, other.id, "Our gyroscope is nobody's business");
  const hidden = await idOf(sendHidden(writer, reader, "My gyroscope is broken"));
  const alias = await aliasFor(reader);
  const name = "Ophelia Vane";
  const messagesOf = async (by: Member, q: string) =>
    (await find(by, q, "&kind=messages&limit=20")).flatMap(({ results }) => results);
  const shown = await messagesOf(reader, "gyroscope");
  expect(shown.map(({ title, url, person }) => [title, url, person])).toEqual([
    ["My gyroscope is broken", `/messages/${alias}?at=${hidden}#m${hidden}`, { id: null, name: "Anonymous" }],
    ["Gyroscope, I see", `/messages/${writer.id}?at=${second}#m${second}`, { id: writer.id, name }],
    [
      expect.stringMatching(/^… .{0,20}gyroscope kept\? And after it\. .+$/),
      `/messages/${writer.id}?at=${first}#m${first}`,
      { id: writer.id, name },
    ],
  ]);
  expect(shown.map(({ text }) => text.replace(/ \d.*/, ""))).toEqual(["Received", "Sent", "Received"]);
  // The anonymous sender finds the message by the partner's name.
  expect(await messagesOf(writer, "gyroscope broken")).toMatchObject([
    { url: `/messages/${reader.id}?anonymous=1&at=${hidden}#m${hidden}`, person: { id: reader.id } },
  ]);
  for (const q of ["Ophelia", "Vane gyroscope", "Anonymous"])
    expect(await messagesOf(reader, q), q).toEqual([]);
  expect(await find(await seeker(), "gyroscope")).toEqual([]);
  expect(await find(guest, "gyroscope")).toEqual([]);
  // Messages are not found with a wrong letter, by two letters or by tag.
  for (const q of ["gyrascope", "gy", "tag:gyroscope"]) expect(await messagesOf(reader, q), q).toEqual([]);

  const part = await reader.get("/api/search?q=gyroscope&kind=messages&limit=2");
  expect(part.body).toMatchObject({ kinds: [{ total: 3, results: [{ id: hidden }, { id: second }] }] });
  const next = /<(.+)>/.exec(part.headers.get("Link") ?? "")?.[1] ?? "";
  expect((await reader.get(next)).body).toMatchObject({ kinds: [{ results: [{ id: first }] }] });
  const suggested = JSON.stringify((await reader.get("/api/search/suggestions?q=gyroscope")).body);
  expect(suggested).toContain(
    `{"kind":"messages","title":"My gyroscope is broken","url":"/messages/${alias}?`,
  );
  await sendTo(writer, reader.id, "gyroscope again");
  const page = (await open(reader, "/search?q=gyroscope")).text;
  expect(page).toContain('aria-label="All 4 in Messages" href="/messages/search?q=gyroscope"');
  expect(page).toContain(`href="/messages/${alias}?at=${hidden}#m${hidden}"`);
  // Titles rank before messages.
  await other.call("POST", "/api/jobs", { ...job, title: "Polisher of the gyroscope" });
  expect((await find(reader, "gyroscope")).map(({ kind }) => kind)).toEqual(["jobs", "messages"]);

  // An edit after a block is found by its author only, and a deleted message by nobody.
  await reader.call("PUT", `/api/users/${alias}/block`);
  await writer.call("PUT", `/api/messages/${hidden}`, { content: "My sextant is broken" });
  const ids = async (by: Member, q: string) => (await messagesOf(by, q)).map(({ id }) => id);
  expect([await ids(writer, "sextant"), await ids(reader, "sextant")]).toEqual([[hidden], []]);
  expect([await ids(writer, "broken gyroscope"), await ids(reader, "broken gyroscope")]).toEqual([
    [],
    [hidden],
  ]);
  await sendHidden(writer, reader, "My sextant is lost");
  expect(await ids(reader, "sextant")).toEqual([]);
  await reader.call("DELETE", `/api/messages/${second}`);
  expect(await ids(writer, "Gyroscope, I see")).toEqual([]);
  expect(await ids(writer, "message was deleted")).toEqual([]);

  // A token needs the scope to read messages.
  const scope = (scopes: string[]) =>
    database
      .prepare("update sessions set scopes = ? where user_id = ?")
      .run(JSON.stringify(scopes), reader.id);
  scope(["jobs:read", "users:read"]);
  expect(await messagesOf(reader, "gyroscope")).toEqual([]);
  expect(JSON.stringify((await reader.get("/api/search/suggestions?q=gyroscope")).body)).not.toContain(
    "messages",
  );
  scope(["messages:read"]);
  expect((await find(reader, "gyroscope")).map(({ kind }) => kind)).toEqual(["messages"]);
});

test("the API names the invalid field, the page shortens long searches, and a sixth word is ignored", async () => {
  const meera = await seeker();
  for (const [query, field] of [
    [`q=${"a".repeat(101)}`, "q"],
    ["q=chart&limit=21", "limit"],
    ["q=chart&kind=jobs&cursor=x", "cursor"],
    ["q=chart&cursor=3", "cursor"],
  ]) {
    const refused = await meera.get(`/api/search?${query}`);
    expect([query, refused.status, Object.keys(errorsOf(refused))]).toEqual([query, 422, [field]]);
  }
  expect((await open(meera, `/search?q=${"a".repeat(101)}`)).text).toContain("first 100 characters");
  await meera.call("POST", "/api/jobs", { ...job, title: "One two three four fivefold" });
  expect(titlesIn(await find(meera, "one two three four fivefold absent"), "jobs")).toHaveLength(1);
  expect(await find(meera, "")).toEqual([]);
  for (const odd of ['"', "(", "*", "a:b", "%", "_", "\\", "'; --", "NEAR(", "tag:", "🛶🛶🛶", "[a-z]+("])
    expect((await open(meera, `/search?q=${encodeURIComponent(odd)}`)).status, odd).toBe(200);
});

test("a search without results offers to ask a question, with the words filled in", async () => {
  const meera = await seeker();
  const page = (await open(meera, "/search?q=xylophones")).text;
  expect(page).toContain('href="/questions/new?title=xylophones"');
  expect((await open(meera, "/questions/new?title=xylophones")).text).toContain('value="xylophones"');
});

test("two letters are searched in titles and names only", async () => {
  const meera = await seeker();
  await rohan.call("POST", "/api/jobs", { ...job, title: "Qx operator" });
  await rohan.call("POST", "/api/jobs", {
    ...job,
    title: "Plain operator",
    description: "It is about qx only.",
  });
  expect(titlesIn(await find(meera, "qx"), "jobs")).toEqual(["Qx operator"]);
});

test("a member may search thirty times a minute, on the page and in the API together", async () => {
  const [meera, another] = [await seeker(), await seeker()];
  await withStoppedClock(server, async () => {
    for (let n = 0; n < 30; n++)
      expect((await (n % 2 ? meera.get("/api/search?q=zz") : open(meera, "/search?q=zz"))).status).toBe(200);
    const refused = await meera.get("/api/search?q=zz");
    expect([refused.status, Number(refused.headers.get("Retry-After")) > 0]).toEqual([429, true]);
    expect((await open(meera, "/search?q=zz")).status).toBe(429);
    expect((await open(another, "/search?q=zz")).status).toBe(200);
  });
});

test("guests at one address share a limit of thirty searches a minute, and members there are not affected", async () => {
  const [another, meera] = [new Visitor(server.url), await seeker()];
  await withStoppedClock(server, async () => {
    let answered = 0;
    while (answered <= 30 && (await guest.get("/api/search?q=zz")).status === 200) answered++;
    expect(answered).toBeLessThanOrEqual(30);
    expect([
      (await another.get("/api/search?q=zz")).status,
      (await another.get("/search?q=zz")).status,
    ]).toEqual([429, 429]);
    expect((await another.get("/api/search/suggestions?q=zz")).status).toBe(200);
    expect((await meera.get("/api/search?q=zz")).status).toBe(200);
  });
});

const spoken =
  "Unit 3, thermodynamics and R with C++, résumé AI 東京 घर DB302 +91 98450 12345 lab@kites.example";
const unspoken = "Uni thermo dynamics res ume rés umé DB30 B302 98450 lab@kites kites.example 京東 रघ";

/** Functions that search one list. @returns the texts of the rows found */
const lists: Record<string, (member: Member, search: string) => Promise<string[]>> = {
  jobs: async (member, search) =>
    (await member.get(`/api/jobs?search=${search}`)).body.map(({ title }) => title),
  questions: async (member, search) =>
    (await member.get(`/api/questions?search=${search}`)).body.data.map(({ title }) => title),
  events: async (member, search) =>
    (await member.get(`/api/events?search=${search}`)).body.data.map(({ title }) => title),
  resources: async (member, search) =>
    (await member.get(`/api/resources?search=${search}`)).body.data.map(({ title }) => title),
  messages: async (member, search) =>
    (await member.get(`/api/messages/search?q=${search}`)).body.map(({ content }) => content),
  people: async (member, search) =>
    (await open(member, `/qa-threads?search=${search}`)).text.includes("Spoken Words") ? [spoken] : [],
};

test.each([
  "C",
  "C++",
  "R",
  "AI",
  "unit 3",
  "unit 3 thermodynamics",
  "3 THERMODYNAMICS, unit",
  "résumé",
  "resume",
  "RESUMÉ",
  "re\u0301sume\u0301",
  "घर",
  "東京",
  "東",
  "DB302",
  "db302 ai",
  "lab@kites.example",
  "98450 12345",
  "+91 98450 12345",
])("every list that contains “%s” finds it", async (search) => {
  const meera = await seeker();
  await prepared();
  await sendTo(meera, rohan.id, spoken);
  await sendTo(meera, rohan.id, unspoken);
  for (const [name, find] of Object.entries(lists)) {
    const found = await find(meera, encodeURIComponent(search));
    expect(found, `${name}: ${search}`).toContain(spoken);
    if (search.length > 2) expect(found, `${name}: ${search}`).not.toContain(unspoken);
  }
});

test("a text that contains a word only in pieces is not found", async () => {
  const meera = await seeker();
  await sendTo(meera, rohan.id, "wobbles lizards wobblizard");
  await sendTo(meera, rohan.id, "wobblizards");
  const found = await lists.messages?.(meera, "wobblizards");
  expect(found).toEqual(["wobblizards"]);
});

test("SQLite refuses phrases in every full-text table", () => {
  const tables = database
    .prepare("select name from sqlite_schema where sql like '%using fts5%'")
    .pluck()
    .all() as string[];
  expect(tables.length).toBeGreaterThan(5);
  for (const table of tables) {
    const search = database.prepare(`select rowid from ${table} where ${table} match ?`);
    expect(() => search.all('"aaaa bbbb"'), table).toThrow("phrase queries are not supported");
    expect(search.all('"zzq"'), table).toEqual([]);
  }
});

let preparing: Promise<void> | undefined;
/** Adds rows of each kind that contain the words, and others that contain parts of them. */
function prepared(): Promise<void> {
  preparing ??= (async () => {
    const poster = await join(server, "asha", "poster@college.example");
    for (const title of [spoken, unspoken]) {
      const posted = await poster.call("POST", "/api/jobs", { ...job, title, requiredSkills: ["Welding"] });
      expect(posted.status).toBe(201);
      await ask(poster, { title });
      expect((await poster.call("POST", "/api/events", { ...event, title })).status).toBe(201);
      expect((await share(poster, { name: "n.txt", bytes: Buffer.from("Notes") }, { title })).status).toBe(
        201,
      );
    }
    const member = await join(server, "rohan", "lab@kites.example");
    database
      .prepare(
        "update users set first_name = 'Spoken', last_name = 'Words', name = 'Spoken Words', skills = ? where id = ?",
      )
      .run(spoken.replaceAll(",", ""), Number(member.id));
  })();
  return preparing;
}

test("an unknown value of a filter is ignored", async () => {
  const meera = await seeker();
  const bodyOf = async (path: string) => {
    const { status, body } = await meera.get(path);
    expect(status, path).toBe(200);
    return body;
  };
  const filters: [path: string, filter: string][] = [
    ["/api/resources?limit=3", "resourceType"],
    ["/api/search?q=unit", "kind"],
    [`/api/users/${asha.id}/given?limit=3`, "kind"],
    ["/api/mentoring?limit=3", "kind"],
    ["/api/events?limit=3", "type"],
    ["/api/events?limit=3", "when"],
    ["/api/questions?limit=3", "sort"],
    ["/api/jobs?limit=3", "opportunityType"],
    ["/api/jobs?limit=3", "workplaceType"],
    ["/api/jobs?limit=3", "sort"],
    ["/api/users?limit=3", "batchYear"],
  ];
  for (const [path, filter] of filters)
    expect(await bodyOf(`${path}&${filter}=nonsense`), `${path} ${filter}`).toEqual(await bodyOf(path));
  for (const path of [
    "/api/resources?limit=x",
    "/api/resources?page=x",
    "/api/resources?year=x",
    "/api/jobs?cursor=x",
  ])
    expect((await meera.get(path)).status, path).toBe(422);
});

test("texts in addresses are cut between characters", async () => {
  const meera = await seeker();
  for (const length of [99, 100, 199, 200]) {
    const text = encodeURIComponent(`${"a".repeat(length)}😀😀`);
    for (const path of [
      `/api/questions?tag=${text}`,
      `/questions?tag=${text}`,
      `/api/questions?search=${text}`,
      `/api/jobs?search=${text}`,
      `/jobs?search=${text}`,
      `/api/users?topic=${text}`,
    ])
      expect((await (path.startsWith("/api") ? meera.get(path) : open(meera, path))).status, path).toBe(200);
  }
});
