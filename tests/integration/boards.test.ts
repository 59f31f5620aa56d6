import { expect, test } from "vitest";
import { board, createBoard, makeAnnouncer, table } from "../support/boards.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { browse, join, type Member, makeAdmin, newMember } from "../support/people.ts";
import { errorsOf, idIn, problemOf, Visitor } from "../support/visitor.ts";

const server = await shareServer(unlimited);
const database = server.database();
const asha = await join(server, "asha");
const rohan = await join(server, "rohan");
const kabir = await join(server, "kabir");
const meera = await join(server, "meera");
makeAdmin(server, meera);
const guest = new Visitor(server.url);

let count = 0;
const make = (member: Member, more: Record<string, unknown> = {}) =>
  createBoard(server, member, { title: `Menu ${++count}`, ...more });
const setMember = (column: string, value: number | string | null, { id }: Member) =>
  database.prepare(`update users set ${column} = ? where id = ?`).run(value, Number(id));
const path = (slug: string) => `/api/boards/${slug}` as const;
const form = { title: board.title, kind: board.kind, body: board.body, until: "" };

test("a board contains everything that was sent, and guests can read all of it except its keepers", async () => {
  const made = await make(asha, { keepers: [asha.id, rohan.id], until: "2030-12-31" });
  const expected = {
    ...board,
    title: made.title,
    until: "2030-12-31",
    id: made.id,
    slug: made.title.toLowerCase().replace(" ", "-"),
    updatedAt: made.updatedAt,
  };
  const keepers = [asha.id, rohan.id].toSorted((a, b) => Number(a) - Number(b));
  expect(made).toEqual({ ...expected, keepers });
  expect((await kabir.get(path(made.slug))).body).toEqual({ ...expected, keepers });
  expect((await guest.get(path(made.slug))).body).toEqual({ ...expected, keepers: [] });
  expect((await guest.get("/api/boards")).body).toContainEqual({ ...expected, keepers: [] });
  const page = await guest.get(`/boards/${made.slug}`);
  expect(page.status).toBe(200);
  expect(page.text).toContain('<meta name="robots" content="noindex"/>');
  expect(page.text).toContain("<th>Breakfast</th>");
  expect(page.text).not.toContain(rohan.name);
  expect(page.headers.get("X-Keep")).toBe("offline");
  expect((await browse(server, kabir).get(`/boards/${made.slug}`)).text).toContain(rohan.name);
  expect((await guest.get(`/boards/${made.id}`)).headers.get("Location")).toBe(`/boards/${made.slug}`);
  expect((await guest.get("/sitemap.xml")).text).not.toContain("/boards");
});

test("only announcers and administrators create boards, and the creator is the first keeper", async () => {
  const refused = await rohan.call("POST", "/api/boards", board);
  expect(problemOf(refused)).toMatchObject({
    status: 403,
    detail: "Only announcers and administrators create boards.",
  });
  expect((await browse(server, rohan).get("/boards/new")).status).toBe(403);
  expect((await meera.call("POST", "/api/boards", { ...board, title: "Of Meera" })).body.keepers).toEqual([
    meera.id,
  ]);
});

test("boards with similar titles have different addresses, even if one is in the bin", async () => {
  const made = [await make(asha, { title: "Bus" }), await make(asha, { title: "Bus!" })];
  await asha.call("DELETE", path("bus"));
  made.push(
    await make(asha, { title: "Bus" }),
    await make(asha, { title: "New" }),
    await make(asha, { title: "2026" }),
  );
  made.push(await make(asha, { title: "बस" }));
  expect(made.map(({ slug }) => slug)).toEqual(["bus", "bus-2", "bus-3", "new-2", "board-2026", "board"]);
});

test("invalid values are refused beside their fields, and everything typed is kept", async () => {
  makeAnnouncer(server, asha);
  const left = await newMember(server);
  setMember("status", "deleted", left);
  const wide = `|${" a |".repeat(21)}\n|${" - |".repeat(21)}\n`;
  const refused: [Record<string, unknown>, string][] = [
    [{ title: " " }, "title"],
    [{ kind: "news" }, "kind"],
    [{ body: "" }, "body"],
    [{ body: table(500) }, "body"],
    [{ body: table(201) }, "body"],
    [{ body: wide }, "body"],
    [{ body: "|".repeat(19_999) }, "body"],
    [{ until: "2030-02-31" }, "until"],
    [{ keepers: [left.id] }, "keepers"],
    [{ keepers: ["0"] }, "keepers"],
    [{ keepers: "everybody" }, "keepers"],
    [{ keepers: [{}] }, "keepers"],
    [{ keepers: ["1", "2", "3", "4", "5", "6"] }, "keepers"],
  ];
  for (const [more, field] of refused) {
    const answer = await asha.call("POST", "/api/boards", { ...board, ...more });
    expect([more, answer.status, Object.keys(errorsOf(answer) ?? {})]).toEqual([more, 422, [field]]);
  }
  expect(errorsOf(await asha.call("POST", "/api/boards", { ...board, body: table(500) }))).toEqual({
    body: ["A table can have at most 200 rows. Split it into several boards."],
  });
  const page = await browse(server, asha).post("/boards/new", {
    ...form,
    title: "Kept & seen",
    body: table(201),
  });
  expect([page.status, page.text.includes("Kept &amp; seen"), page.text.includes("| 200 | Idli |")]).toEqual([
    422,
    true,
    true,
  ]);
  makeAnnouncer(server, asha, null);
  expect((await make(asha, { body: table(200) })).slug).toBeTruthy();
});

test("creating a 51st board is 409, and so is restoring one", async () => {
  const { slug, id } = await make(asha);
  await asha.call("DELETE", path(slug));
  const insert = database.prepare(
    `insert into boards (slug, creator_id, title, kind, body, week, created_at, updated_at)
      values (?, ?, 'Bus', 'bus', 'Every hour', '{}', 1, 1)`,
  );
  for (let n = 0; n < 60; n++) insert.run(`filled-${n}`, Number(meera.id));
  expect(database.prepare("select count(*) from boards").pluck().get()).toBe(50);
  const refused = await meera.call("POST", "/api/boards", board);
  expect(problemOf(refused)).toMatchObject({ status: 409 });
  const page = browse(server, asha);
  expect((await page.post("/bin", { intent: "restore", subject: "board", id })).status).toBe(409);
  database.exec("delete from boards where slug like 'filled-%'");
  const restored = await page.post("/bin", { intent: "restore", subject: "board", id });
  expect(restored.headers.get("Location")).toBe(`/boards/${id}`);
  expect((await kabir.get(path(slug))).body.keepers).toEqual([asha.id]);
});

test("keepers and administrators change a board, and nobody else", async () => {
  const { slug } = await make(asha, { keepers: [rohan.id] });
  for (const other of [asha, kabir])
    expect((await other.call("PUT", path(slug), { title: "Mine" })).status).toBe(403);
  expect((await rohan.call("PUT", path(slug), { title: "Menu of Rohan" })).body.title).toBe("Menu of Rohan");
  expect((await meera.call("PUT", path(slug), { until: "2030-01-31" })).body).toMatchObject({
    title: "Menu of Rohan",
    until: "2030-01-31",
    slug,
  });
  expect((await meera.call("PUT", path(slug), { until: null, body: table(500) })).status).toBe(422);
  expect((await rohan.call("DELETE", path(slug))).status).toBe(403);
  expect((await asha.call("DELETE", path(slug))).status).toBe(204);
});

test("a change to an old version of a board is refused", async () => {
  const { slug } = await make(asha);
  const { headers } = await asha.get(path(slug));
  const ifMatch = { "If-Match": String(headers.get("ETag")) };
  expect((await asha.call("PUT", path(slug), { title: "Second" }, ifMatch)).status).toBe(200);
  expect((await asha.call("PUT", path(slug), { title: "Third" }, ifMatch)).status).toBe(412);
  expect((await asha.call("DELETE", path(slug), undefined, ifMatch)).status).toBe(412);
  // Keepers are part of the version.
  const { headers: newer } = await asha.get(path(slug));
  await asha.call("PUT", path(slug), { keepers: [asha.id, rohan.id] });
  const late = await asha.call("PUT", path(slug), {}, { "If-Match": String(newer.get("ETag")) });
  expect(late.status).toBe(412);
});

test("a change of keepers does not count as a change of the board", async () => {
  const { slug, updatedAt } = await make(asha);
  const named = await asha.call("PUT", path(slug), { keepers: [asha.id, rohan.id] });
  expect(named.body.updatedAt).toBe(updatedAt);
});

test("a former, suspended or muted keeper cannot change a board", async () => {
  const { slug, title } = await make(asha, { keepers: [asha.id, rohan.id] });
  setMember("muted_at", Date.now(), rohan);
  expect((await rohan.call("PUT", path(slug), { title: "Mine" })).status).toBe(403);
  setMember("muted_at", null, rohan);
  setMember("status", "suspended", rohan);
  expect((await rohan.call("PUT", path(slug), { title: "Mine" })).status).toBe(401);
  expect((await asha.get(path(slug))).body).toMatchObject({
    title,
    keepers: expect.arrayContaining([rohan.id]),
  });
  // A suspended member stays a keeper when others save.
  expect((await asha.call("PUT", path(slug), { title: "Saved" })).body.keepers).toContain(rohan.id);
  setMember("status", "active", rohan);
  const leaver = await newMember(server);
  await asha.call("PUT", path(slug), { keepers: [asha.id, leaver.id] });
  setMember("status", "deleted", leaver);
  expect((await asha.get(path(slug))).body.keepers).toEqual([asha.id]);
});

test("the pages create, change, keep, delete and restore a board without scripts", async () => {
  makeAnnouncer(server, asha);
  const page = browse(server, asha);
  const created = await page.post("/boards/new", { ...form, title: "Bus to the station" });
  const address = String(created.headers.get("Location"));
  expect([created.status, address]).toEqual([303, "/boards/bus-to-the-station"]);
  makeAnnouncer(server, asha, null);
  expect((await page.get(`${address}/edit`)).text).toContain("Everybody can read this, including guests.");
  const edited = await page.post(`${address}/edit`, { ...form, title: "Bus", version: "1" });
  expect([edited.status, edited.headers.get("Location")]).toEqual([303, address]);
  const late = await page.post(`${address}/edit`, { ...form, title: "Later", version: "1" });
  expect([late.status, late.text.includes("Stored now: Bus")]).toEqual([412, true]);
  const found = async () => (await page.get(`${address}/keepers?name=rohan`)).text;
  const database = server.database();
  database
    .prepare("insert into blocks (blocker_id, blocked_id, created_at) values (?, ?, 1)")
    .run(Number(rohan.id), Number(asha.id));
  expect(await found()).not.toContain(`Add ${rohan.name}`);
  database.exec("delete from blocks");
  expect(await found()).toContain(`Add ${rohan.name}`);
  expect((await page.post(`${address}/keepers`, { intent: "add", member: rohan.id })).status).toBe(303);
  const removed = await page.post(`${address}/keepers`, { intent: "remove", person: asha.id });
  expect(removed.headers.get("Location")).toBe(address);
  expect((await kabir.get(`/api${address}`)).body).toMatchObject({ title: "Bus", keepers: [rohan.id] });
  expect((await page.post(`${address}/edit`, form)).status).toBe(403);
  const { id } = (await kabir.get(path("bus-to-the-station"))).body;
  expect((await page.post(address, { intent: "delete" })).headers.get("Location")).toBe("/boards");
  expect((await page.get(address)).status).toBe(404);
  await page.post("/bin", { intent: "restore", subject: "board", id });
  expect((await page.get(address)).status).toBe(200);
});

test("only boards can have tables, which let through no HTML, scripts or styles", async () => {
  const body = "| <b>A</b> | B |\n| :-: | --: |\n| <script>x</script> | [b](javascript:x) |";
  const { slug } = await make(asha, { body });
  const { text } = await guest.get(`/boards/${slug}`);
  expect(text).toContain('<th data-align="center">&lt;b&gt;A&lt;/b&gt;</th>');
  expect(text).not.toContain("<script>x");
  expect(text).not.toContain("text-align");
  expect(text).not.toContain('href="javascript');
  const event = {
    title: "Sky walk",
    description: body,
    date: "2030-01-01T18:00:00Z",
    location: "Roof",
    eventType: "other",
  };
  const announced = await asha.call("POST", "/api/events", event);
  expect((await guest.get(`/events/${idIn(announced)}`)).text).not.toContain("<table>");
});

test("a board past its date is grey and says so", async () => {
  const { slug } = await make(asha, { until: "2020-01-31" });
  expect((await guest.get(`/boards/${slug}`)).text).toContain(
    "Its date has passed, so it may no longer be right.",
  );
  expect((await browse(server, asha).get(`/boards/${slug}`)).text).toContain("Is it still right?");
  expect((await guest.get("/boards")).text).toContain("Past its date");
});

test("an administrator removes a reported board, and only administrators can restore it", async () => {
  const { slug, id } = await make(asha, { title: "Contacts of everybody" });
  const reporter = browse(server, kabir);
  await reporter.post(`/reports/new?subject=board&id=${id}`, {
    reason: "My phone number",
    readers: "moderators",
  });
  const admin = browse(server, meera);
  const [report] = /\/admin\/reports\/\d+/.exec((await admin.get("/admin/reports")).text) ?? [""];
  expect((await admin.get(report)).text).toContain("Contacts of everybody");
  expect((await admin.post(report, { intent: "remove", reason: "Private" })).status).toBe(303);
  expect((await guest.get(path(slug))).status).toBe(404);
  const owner = browse(server, asha);
  expect((await owner.get("/notices")).text).toContain("Contacts of everybody");
  expect((await owner.post("/bin", { intent: "restore", subject: "board", id })).status).toBe(403);
  expect((await admin.post("/bin", { intent: "restore", subject: "board", id })).status).toBe(303);
});

test("the site's search finds boards for guests as well", async () => {
  const { slug } = await make(asha, { title: "Zephyr shuttle", body: "Leaves at the quadrangle" });
  for (const words of ["zephyr", "quadrangle"]) {
    const found = await guest.get(`/api/search?q=${words}&kind=boards`);
    expect([words, found.body.kinds[0]?.results[0]?.url]).toEqual([words, `/boards/${slug}`]);
  }
});

const noticesOf = async (member: Member, kind: string) =>
  database
    .prepare("select count, facts, url from notices where user_id = ? and kind = ? and read_at is null")
    .all(Number(member.id), kind) as { count: number; facts: string; url: string }[];

test("keepers restore an earlier version of a board with its date, and the history names who did", async () => {
  const { slug } = await make(asha, { keepers: [asha.id, rohan.id], body: "First", until: "2030-01-31" });
  await asha.call("PUT", path(slug), { body: "Second", until: null, kind: "bus" });
  const page = browse(server, rohan);
  const history = `/boards/${slug}/history`;
  const before = (await page.get(history)).text;
  const ids = [...before.matchAll(/name="id" value="(\d+)"/g)].map(([, id]) => id ?? "");
  expect([ids.length, before.includes("valid until 31 January 2030")]).toEqual([1, true]);
  const texts = (of: string) => ["First", "Second"].filter((text) => of.includes(`<p>${text}</p>`));
  // Each text is a link away: rendering ten long tables at once would hold up other requests.
  expect(texts(before)).toEqual([]);
  expect(texts((await page.get(`${history}?version=${ids[0]}`)).text)).toEqual(["First"]);
  const restored = await page.post(history, { intent: "restore", id: ids[0] ?? "" });
  expect(restored.headers.get("Location")).toBe(`/boards/${slug}`);
  expect((await kabir.get(path(slug))).body).toMatchObject({
    body: "First",
    until: "2030-01-31",
    kind: "menu",
  });
  expect((await page.get(history)).text).toContain(`${rohan.name} restored what was saved on`);
  const other = await make(rohan);
  expect(texts((await page.get(`/boards/${other.slug}/history?version=${ids[0]}`)).text)).toEqual([]);
  expect(
    (await page.post(`/boards/${other.slug}/history`, { intent: "restore", id: ids[0] ?? "" })).status,
  ).toBe(404);
  expect((await browse(server, kabir).get(history)).status).toBe(403);
  expect((await browse(server, kabir).post(history, { intent: "restore", id: ids[0] ?? "" })).status).toBe(
    403,
  );
});

test("a board keeps its last hundred versions", async () => {
  const { slug, id } = await make(asha);
  for (let n = 0; n < 103; n++) await asha.call("PUT", path(slug), { title: `Menu of day ${n}` });
  const count = database.prepare("select count(*) from board_versions where board_id = ?");
  expect(count.pluck().get(Number(id))).toBe(100);
});

test("keepers are notified of changes by other members, and of nothing else", async () => {
  const { slug } = await make(asha, { keepers: [asha.id, kabir.id] });
  await kabir.call("PUT", path(slug), { title: "Menu of Kabir" });
  await asha.call("PUT", path(slug), { keepers: [asha.id, kabir.id, rohan.id] });
  await asha.call("PUT", path(slug), { title: "Menu of Kabir" });
  const own = (await noticesOf(asha, "board-changed")).filter(({ url }) => url === `/boards/${slug}`);
  expect(own.map(({ count, facts }) => [count, JSON.parse(facts)])).toEqual([
    [1, { name: kabir.name, title: "Menu of Kabir" }],
  ]);
  expect((await noticesOf(kabir, "board-changed")).filter(({ url }) => url === `/boards/${slug}`)).toEqual(
    [],
  );
  await kabir.call("PUT", path(slug), { title: "Another" });
  expect((await browse(server, asha).get("/notices")).text).toContain("2 changes of “Another”");
  await asha.call("DELETE", path(slug));
  expect((await noticesOf(asha, "board-changed")).filter(({ url }) => url === `/boards/${slug}`)).toEqual([]);
});
