import { expect, test } from "vitest";
import { createBoard, week } from "../support/boards.ts";
import { shareServer } from "../support/integration.ts";
import { browse, type Member, newMember } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { clock, setClock } from "../support/time.ts";
import { Visitor } from "../support/visitor.ts";

const kolkata = await shareServer({ RATE_LIMITS: "off", TIME_ZONE: "Asia/Kolkata" }, clock);
const berlin = await shareServer({ RATE_LIMITS: "off", TIME_ZONE: "Europe/Berlin" }, clock);

/** The next Wednesday at 20:00 UTC, when it is Thursday in Kolkata. */
const wednesday = new Date();
wednesday.setUTCDate(wednesday.getUTCDate() + ((10 - wednesday.getUTCDay()) % 7 || 7));
wednesday.setUTCHours(20, 0, 0, 0);
for (const server of [kolkata, berlin]) await setClock(server, wednesday.getTime());

let count = 0;
const make = async (server: TestServer, more: Record<string, unknown> = {}) => {
  const keeper = await newMember(server);
  const board = await createBoard(server, keeper, { title: `Menu ${++count}`, body: week, ...more });
  return { ...board, keeper, path: `/boards/${board.slug}` };
};
/** The rows of pinned boards on Today. */
async function readLines(server: TestServer, member: Member): Promise<string[]> {
  const { text } = await browse(server, member).get("/");
  const [, list = ""] = /<ul[^>]*aria-label="Your boards today">(.*?)<\/ul>/s.exec(text) ?? [];
  return [...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, line = ""]) => line.replaceAll(/<[^>]*>/g, ""));
}

test.each([
  ["Kolkata", kolkata, "Thu"],
  ["Berlin", berlin, "Wed"],
] as const)(
  "in %s, a board begins with the row of the day there, and so does Today",
  async (_, server, day) => {
    const { path, title, keeper } = await make(server);
    const { text } = await new Visitor(server.url).get(path);
    const days = [...text.matchAll(/<td>(Mon|Tue|Wed|Thu|Fri|Sat|Sun)<\/td>/g)].map(([, name]) => name);
    const names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    const place = names.indexOf(day);
    expect(days).toEqual([...names.slice(place), ...names.slice(0, place)]);
    expect(text).toMatch(new RegExp(`<tr data-today="">\\s*<td>${day}</td>`));
    expect((await browse(server, keeper).post(path, { intent: "pin" })).headers.get("Location")).toBe(path);
    expect(await readLines(server, keeper)).toEqual([`${title} Breakfast: Idli ${day} · Dinner: Dal`]);
  },
);

test("only members who pinned a board see its row, until they unpin it", async () => {
  const { path, title } = await make(kolkata);
  const [member, other] = [await newMember(kolkata), await newMember(kolkata)];
  const page = browse(kolkata, member);
  expect((await page.get(path)).text).toContain('value="pin"');
  for (const _ of [1, 2]) await page.post(path, { intent: "pin" });
  expect((await page.get(path)).text).toContain('value="unpin"');
  expect([await readLines(kolkata, member), await readLines(kolkata, other)]).toEqual([
    [expect.stringContaining(title)],
    [],
  ]);
  expect((await page.post(path, { intent: "unpin" })).status).toBe(303);
  expect(await readLines(kolkata, member)).toEqual([]);
});

test("Today shows at most three rows, and none of a board that has no row for the day or is past its date", async () => {
  const member = await newMember(kolkata);
  const page = browse(kolkata, member);
  const without = await make(kolkata, { body: "No table", title: "A" });
  const past = await make(kolkata, { until: "2020-01-31", title: "B" });
  const others = [];
  for (const title of ["Zebra", "delta", "Echo", "Foxtrot"]) others.push(await make(kolkata, { title }));
  for (const { path } of [without, past, ...others])
    expect((await page.post(path, { intent: "pin" })).status).toBe(303);
  expect((await readLines(kolkata, member)).map((line) => line.split(" ")[0])).toEqual([
    "delta",
    "Echo",
    "Foxtrot",
  ]);
});

test("pins go to the bin with their board, and return with it", async () => {
  const { path, slug, id, keeper } = await make(kolkata);
  const member = await newMember(kolkata);
  await browse(kolkata, member).post(path, { intent: "pin" });
  await keeper.call("DELETE", `/api/boards/${slug}`);
  expect(await readLines(kolkata, member)).toEqual([]);
  expect((await browse(kolkata, member).post(path, { intent: "pin" })).status).toBe(404);
  const page = browse(kolkata, keeper);
  await page.post("/bin", { intent: "restore", subject: "board", id });
  expect(await readLines(kolkata, member)).toHaveLength(1);
  await keeper.call("DELETE", `/api/boards/${slug}`);
  await page.post("/bin", { intent: "delete", subject: "board", id });
  const rows = kolkata.database().prepare("select count(*) from board_pins where board_id = ?").pluck();
  expect(rows.get(Number(id))).toBe(0);
});

test("guests cannot pin a board", async () => {
  const { path } = await make(kolkata);
  const guest = new Visitor(kolkata.url);
  expect((await guest.get(path)).text).not.toContain('value="pin"');
  expect((await guest.post(path, { intent: "pin" })).status).toBe(401);
});
