import { beforeAll, expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { aliasFor, inboxOf, readHistory, sendHidden, sendTo } from "../support/messages.ts";
import { browse, join, type Member, type PersonName } from "../support/people.ts";
import type { Visitor } from "../support/visitor.ts";

// The pages of anonymous conversations and blocks, without scripts.

const server = await shareServer(unlimited);
let asha: Member;
let rohan: Member;
let ashasPage: Visitor;
let rohansPage: Visitor;
let alias = "";
let hidden = "";
beforeAll(async () => {
  [asha, rohan] = [await join(server, "asha"), await join(server, "rohan")];
  [ashasPage, rohansPage] = [browse(server, asha), browse(server, rohan)];
  hidden = `/messages/${rohan.id}?anonymous=1`;
});

const joinFresh = (name: PersonName) => join(server, name, `${name}.page@college.example`);
const alertsOf = (html: string) =>
  [...html.matchAll(/role="alert"[\s\S]*?<p>([\s\S]*?)<\/p>/g)].map(([, text = ""]) => text);
const typedIn = (html: string) => /<textarea[^>]*>([\s\S]*?)<\/textarea>/.exec(html)?.[1];
const formAction = (html: string) =>
  /<form[^>]+action="([^"]+)"[^>]*>(?:<label.*?<\/label>)*<textarea/.exec(html)?.[1];
const links = (html: string, text: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(?:<bdi>)?([^<]*)</g)]
    .filter((link) => link[2] === text)
    .map((link) => link[1]);

test("a member's first message can be sent with or without a name", async () => {
  const first = (await ashasPage.get(`/messages/${rohan.id}`)).text;
  expect(links(first, "Anonymously")).toEqual([hidden]);
  expect(formAction(first)).toBe(`/messages/${rohan.id}`);
  const chosen = (await ashasPage.get(hidden)).text;
  expect(chosen).toContain("sees you as “Anonymous”.");
  expect(links(chosen, "With your name")).toEqual([`/messages/${rohan.id}`]);
  expect(formAction(chosen)).toBe(hidden);
  const sent = await ashasPage.post(hidden, { content: "Without scripts" });
  expect([sent.status, sent.headers.get("Location")]).toEqual([303, hidden]);
  alias = await aliasFor(rohan);
  const own = (await ashasPage.get(hidden)).text;
  expect(own).toContain("Without scripts");
  expect(own).toContain("sees you as “Anonymous”.");
  expect(own).toContain("as Anonymous</span>");
  expect(own).toContain(rohan.name);
});

test("the receiver sees Anonymous and replies with the form", async () => {
  const opened = await rohansPage.get("/messages");
  expect(opened.headers.get("Location")).toBe(`/messages/${alias}`);
  const { text } = await rohansPage.get(`/messages/${alias}`, { "Sec-Fetch-Site": "same-origin" });
  expect(text).toContain('aria-label="Conversation with Anonymous"');
  expect(text).toContain("Without scripts");
  expect(text).not.toContain(asha.name);
  expect(text).toContain("You won&#x27;t get any more messages in this conversation.");
  expect(formAction(text)).toBe(`/messages/${alias}`);
  // The alias decides who is anonymous, whatever the address adds.
  const sent = await rohansPage.post(`/messages/${alias}?anonymous=1`, { content: "An answer" });
  expect([sent.status, sent.headers.get("Location")]).toEqual([303, `/messages/${alias}`]);
  expect(await readHistory(asha, rohan.id, "?anonymous=1")).toEqual([
    expect.objectContaining({ content: "Without scripts", seen: true }),
    expect.objectContaining({ content: "An answer", senderId: rohan.id }),
  ]);
  for (const tried of [`/messages/${alias}`, "/messages/anon_x", "/messages/anon_"]) {
    const page = await ashasPage.get(tried);
    expect([page.status, page.text.includes("No such member.")]).toEqual([404, true]);
  }
});

test("no link or form of an anonymous conversation leads to the named one without saying so", async () => {
  const { text } = await ashasPage.get(`${hidden}&search=meera`);
  expect(text).toContain('<input type="hidden" name="anonymous" value="1"/>');
  expect(formAction(text)).toBe(hidden);
  const failing = server.database();
  failing.exec("alter table users_search rename to away");
  expect(links((await ashasPage.get(`${hidden}&search=meera`)).text, "Retry")).toEqual([
    `${hidden.replace("&", "&amp;")}&amp;search=meera`,
  ]);
  failing.exec("alter table away rename to users_search");

  // If the session has ended, the form shown again is still anonymous.
  const browser = browse(server, asha);
  const cookies = new Map(browser.cookies);
  await browser.post("/logout", {});
  browser.cookies = cookies;
  const rejected = await browser.post(hidden, { content: "Typed too late" });
  expect([rejected.status, typedIn(rejected.text)]).toEqual([401, "Typed too late"]);
  expect(rejected.text).toContain(`action="${hidden}"`);

  const refused = await ashasPage.post(hidden, { content: "y".repeat(4_001) });
  expect([refused.status, formAction(refused.text)]).toEqual([422, hidden]);
});

test("a member turns anonymous messages off and on again", async () => {
  const meera = await joinFresh("meera");
  const meerasPage = browse(server, meera);
  const off = await rohansPage.post("/blocks", { intent: "refuse-anonymous" });
  expect([off.status, off.headers.get("Location")]).toEqual([303, "/blocks"]);
  const isAllowed = async () => {
    const [box] =
      /<input[^>]*value="allow-anonymous"[^>]*>/.exec((await rohansPage.get("/blocks")).text) ?? [];
    return box?.includes("checked=");
  };
  expect(await isAllowed()).toBe(false);

  const named = (await meerasPage.get(`/messages/${rohan.id}`)).text;
  expect([links(named, "Anonymously"), links(named, "Write anonymously")]).toEqual([[], []]);
  const { text } = await meerasPage.get(hidden);
  expect(text).toContain("This member doesn&#x27;t accept anonymous messages.");
  expect(formAction(text)).toBeUndefined();
  const refused = await meerasPage.post(hidden, { content: "All the same" });
  expect([refused.status, alertsOf(refused.text)]).toEqual([
    403,
    ["Failed to send message. This member doesn&#x27;t accept anonymous messages."],
  ]);
  // Existing conversations continue.
  expect(formAction((await ashasPage.get(hidden)).text)).toBe(hidden);
  expect((await ashasPage.post(hidden, { content: "Still here" })).status).toBe(303);

  await rohansPage.post("/blocks", { intent: "allow-anonymous" });
  expect(await isAllowed()).toBe(true);
  expect((await meerasPage.post(hidden, { content: "Now" })).status).toBe(303);
});

test("a conversation can block and unblock its partner and leads back to itself", async () => {
  const page = `/messages/${alias}`;
  const blocked = await rohansPage.post(page, { intent: "block" });
  expect([blocked.status, blocked.headers.get("Location")]).toEqual([303, page]);
  const thread = (await rohansPage.get(page)).text;
  expect(thread).toContain("You blocked <bdi>this person");
  expect(thread).toContain('value="unblock"');
  const list = (await rohansPage.get("/blocks")).text;
  expect(list).toContain(`href="/messages/${alias}"`);
  expect(list).not.toContain(asha.name);
  // The block is visible neither in the named conversation nor to the blocked member.
  const atName = (await rohansPage.get(`/messages/${asha.id}`)).text;
  expect(atName).not.toContain("You blocked");
  expect((await ashasPage.get(hidden)).text).not.toContain("blocked you");
  await ashasPage.post(hidden, { content: "Nobody reads this" });
  expect((await ashasPage.get(hidden)).text).toContain("Nobody reads this");
  expect((await rohansPage.get(page)).text).not.toContain("Nobody reads this");

  await rohansPage.post(page, { intent: "unblock" });
  expect((await rohansPage.get(page)).text).not.toContain("You blocked");
  await rohansPage.post(`/messages/${asha.id}`, { intent: "block" });
  expect((await rohansPage.get(`/messages/${asha.id}`)).text).toContain(`You blocked <bdi>${asha.name}`);
  expect((await rohansPage.get(page)).text).not.toContain("You blocked");
  await rohansPage.post("/blocks", { intent: "unblock", person: asha.id });
});

test("a failed or refused block says so and can be repeated", async () => {
  const post = async (fields: Record<string, string>) => {
    const { status, text, headers } = await rohansPage.post("/blocks", fields);
    return [status, alertsOf(text)[0] ?? headers.get("Location")];
  };
  expect(await post({ intent: "unblock", person: asha.id })).toEqual([303, "/blocks"]);
  expect(await post({ intent: "block", person: rohan.id })).toEqual([422, "You can&#x27;t block yourself."]);
  for (const person of ["999999", "anon_nobody", "", "x".repeat(90)]) {
    expect(await post({ intent: "block", person })).toEqual([404, "No such member."]);
  }
  for (const intent of ["", "erase", "x".repeat(5_000)])
    expect((await post({ intent, person: asha.id }))[0]).toBe(400);
  expect((await post({ intent: "block", person: "x".repeat(500) }))[0]).toBe(404);
  expect((await rohansPage.get("/blocks?cursor=%00~~x")).status).toBe(200);
  for (const [path, intent, status] of [
    [`/messages/${rohan.id}`, "block", 422],
    ["/messages/999999", "block", 404],
    ["/messages/anon_nobody", "block", 404],
    [`/messages/${asha.id}`, "erase", 400],
  ] as const)
    expect([path, (await rohansPage.post(path, { intent })).status]).toEqual([path, status]);

  const database = server.database();
  database.exec("alter table blocks rename to away");
  const saveFailed = "That couldn&#x27;t be saved. Please try again.";
  const failed = await rohansPage.post("/blocks", { intent: "block", person: asha.id });
  expect([failed.status, alertsOf(failed.text)]).toEqual([503, ["Failed to load blocked people"]]);
  const inConversation = await rohansPage.post(`/messages/${asha.id}`, { intent: "block" });
  expect([inConversation.status, alertsOf(inConversation.text)[0]]).toEqual([503, saveFailed]);
  expect((await rohansPage.get("/blocks")).status).toBe(503);
  database.exec("alter table away rename to blocks");
  expect((await rohansPage.get("/blocks")).text).toContain("You haven&#x27;t blocked anyone.");
});

test("more blocks than fit on a page are listed on the next one", async () => {
  const kabir = await joinFresh("kabir");
  const page = browse(server, kabir);
  const database = server.database();
  const insert = database.prepare(
    `insert into users (email, first_name, last_name, name, created_at) values (?, 'Blocked', ?, ?, 1) returning id`,
  );
  for (let n = 1; n <= 60; n++) {
    const { id } = insert.get(`blocked.${n}@college.example`, String(n), `Blocked ${n}`) as { id: number };
    database
      .prepare("insert into blocks values (?, ?, ?)")
      .run(Number(kabir.id), id, 1_000 + Math.floor(n / 3));
  }
  const namesOn = async (path: string) => {
    const { text } = await page.get(path);
    return [
      [...text.matchAll(/>(Blocked \d+)<\/bdi>/g)].map(([, name]) => name),
      links(text, "Next page")[0],
    ] as const;
  };
  const [first, older = ""] = await namesOn("/blocks");
  const [second, none] = await namesOn(older);
  expect([first.length, second.length, none]).toEqual([50, 10, undefined]);
  expect(new Set([...first, ...second]).size).toBe(60);
  expect(first[0]).toBe("Blocked 60");
});

test("the home page and the bell show anonymous messages like any others", async () => {
  await rohansPage.get("/messages");
  await sendHidden(asha, rohan, "For the bell");
  const { text } = await rohansPage.get("/");
  expect(text).toContain(`href="/messages/${alias}"`);
  expect(text).toContain("1 unread message");
  await sendTo(rohan, alias, "Answer for the home page");
  expect((await ashasPage.get("/")).text).toContain(`href="${hidden}"`);
  expect((await inboxOf(asha)).filter(({ userId }) => userId === rohan.id)).toHaveLength(1);
});
