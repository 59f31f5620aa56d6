import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { aliasFor, readHistory, sendHidden, sendTo } from "../support/messages.ts";
import { join, type Member, openSession } from "../support/people.ts";
import { Socket } from "../support/socket.ts";
import { share } from "../support/upload.ts";
import { Visitor } from "../support/visitor.ts";

// A link from another site, a mail or a message makes a member's browser send a GET, which must have no effect that
// others notice.

const server = await shareServer(unlimited);
const database = server.database();
let asha: Member;
let rohan: Member;
let alias: string;
let page: Visitor;
let reply: string;
beforeAll(async () => {
  [asha, rohan] = [await join(server, "asha"), await join(server, "rohan")];
  await sendHidden(asha, rohan, "Who runs the robotics club?");
  alias = await aliasFor(rohan);
  page = new Visitor(server.url);
  page.cookies.set("session", openSession(server, asha.id, "browser"));
});

const foreign = { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate" };
/** The headers that a browser sends after a link on one of our own pages. */
const from = (path: string) => ({ "Sec-Fetch-Site": "same-origin", Referer: server.url + path });
const hidden = () => `/messages/${rohan.id}?anonymous=1`;

/** Waits until the pages' pending writes are stored: the server writes in the order of requests. */
const written = () => sendTo(rohan, asha.id, `Is it written? ${Math.random()}`);

async function isSeen(partner: string, id: string): Promise<boolean> {
  await written();
  return (await readHistory(rohan, partner)).find((message) => message.id === id)?.seen ?? false;
}

describe("A hidden person's reading", () => {
  beforeEach(async () => {
    reply = (await sendTo(rohan, alias, `I do, ask me ${Math.random()}`)).body.id;
  });

  test("an anonymous reader stays unnoticed if a link from another site or in a text opens the conversation", async () => {
    const socket = await Socket.of(rohan);
    const sites = (site: string) => ({ "Sec-Fetch-Site": site });
    const openings: Record<string, string>[] = [
      {},
      foreign,
      { ...foreign, Referer: `${server.url}/messages` },
      sites("none"),
      sites("same-site"),
      // Links in texts send no referrer, and a redirect sends the previous page's.
      sites("same-origin"),
      { Referer: "https://elsewhere.example/messages" },
      from("/"),
      from(`/login?redirectTo=${encodeURIComponent(hidden())}`),
      from("/anonymous-post"),
      // It was opened from outside before, and now loads older messages.
      from(hidden()),
      from(`${hidden()}&before=900`),
    ];
    for (const headers of openings) {
      for (const path of [hidden(), hidden().replace("?", ".data?")]) {
        expect((await page.get(path, headers)).status).toBe(200);
      }
    }
    const lead = await page.get("/messages", from("/"));
    expect(lead.headers.get("Location")).toBe(hidden());
    expect(await isSeen(alias, reply)).toBe(false);
    expect(socket.received("message_seen")).toEqual([]);
    await socket.close();
  });

  test("the sender sees that a hidden reader opened the conversation from the list of conversations", async () => {
    const path = hidden();
    await page.get(path, from("/messages"));
    expect(await isSeen(alias, reply)).toBe(true);
    const next = (await sendTo(rohan, alias, "Or come by on Friday")).body.id;
    // A browser on a plain HTTP address sends only the page it comes from.
    await page.get(path, { Referer: `${server.url}/messages/${rohan.id}` });
    expect(await isSeen(alias, next)).toBe(true);
  });

  test("the sender sees from a reply that a hidden reader has read the message", async () => {
    await page.get(hidden(), foreign);
    expect(await isSeen(alias, reply)).toBe(false);
    expect((await page.post(hidden(), { content: "Thank you" })).status).toBe(303);
    expect(await isSeen(alias, reply)).toBe(true);
  });

  test("a link in a message does not expose a hidden reader, because it sends no referrer", async () => {
    await sendTo(rohan, asha.id, `Look: ${server.url}${hidden()}`);
    const { text } = await page.get(`/messages/${rohan.id}`);
    expect(text).toMatch(/<a href="[^"]+anonymous=1"[^>]* rel="noreferrer nofollow ugc"/);
  });
});

test("a named conversation is seen when our own pages or a bookmark open it, and not by another site's link", async () => {
  const { id } = (await sendTo(rohan, asha.id, "By my own name")).body;
  const path = `/messages/${rohan.id}`;
  for (const site of ["cross-site", "same-site"]) await page.get(path, { "Sec-Fetch-Site": site });
  await page.get(path);
  expect(await isSeen(asha.id, id)).toBe(false);
  await page.get(path, from("/qa-threads"));
  expect(await isSeen(asha.id, id)).toBe(true);
  const next = (await sendTo(rohan, asha.id, "Once more")).body.id;
  await page.get(path, { "Sec-Fetch-Site": "none" });
  expect(await isSeen(asha.id, next)).toBe(true);
});

describe("A link on another site", () => {
  test("a link on another site does not change the bell", async () => {
    const bell = async () => /aria-label="(\S+) unread messages?"/.exec((await page.get("/")).text)?.[1];
    await page.get("/messages/inbox");
    await page.get(`/messages/${rohan.id}`, from("/"));
    await sendTo(rohan, asha.id, "Ring");
    expect(await bell()).toBe("1");
    await page.get("/messages", foreign);
    await page.get(`/messages/${rohan.id}`, foreign);
    expect(await bell()).toBe("1");
    await page.get(`/messages/${rohan.id}`, from("/"));
    expect(await bell()).toBeUndefined();
  });

  test("a link on another site does not count a download", async () => {
    const file = { name: "notes.txt", bytes: Buffer.from("Entropy grows.") };
    const { data } = (await share(rohan, file)).body;
    const count = () =>
      database.prepare("select download_count from resources where id = ?").pluck().get(Number(data.id));
    await page.get(data.fileUrl, foreign);
    await page.get(data.fileUrl, { Referer: "https://elsewhere.example/" });
    await page.get(data.fileUrl, from("/resources"));
    await expect.poll(count).toBe(1);
    await page.get(data.fileUrl);
    await expect.poll(count).toBe(2);
  });

  test("a link on another site does not extend a session", async () => {
    const used = () =>
      database
        .prepare("select max(last_used_at) from sessions where user_id = ? and kind = 'browser'")
        .pluck()
        .get(Number(asha.id)) as number;
    const day = 86_400_000;
    database.prepare("update sessions set last_used_at = last_used_at - ?").run(day);
    const before = used();
    const opened = await page.get("/account", foreign);
    expect([opened.status, opened.headers.getSetCookie()]).toEqual([200, []]);
    await written();
    expect(used()).toBe(before);
    // The site's own pages extend it once an hour and set the cookie again.
    const renewed = await page.get("/account", { "Sec-Fetch-Site": "none" });
    expect(renewed.headers.getSetCookie().join()).toMatch(/^session=[^;]+;.* Max-Age=2592000/);
    await expect.poll(() => used() > before).toBe(true);
    expect((await page.get("/account")).headers.getSetCookie()).toEqual([]);
  });
});
