import { expect, test } from "vitest";
import { createBoard } from "../support/boards.ts";
import { shareServer } from "../support/integration.ts";
import { browse, type Member, makeAdmin, newMember } from "../support/people.ts";
import { clock, passTime } from "../support/time.ts";
import { Visitor } from "../support/visitor.ts";

const server = await shareServer(undefined, clock);
const database = server.database();
const admin = await newMember(server, "meera");
makeAdmin(server, admin);

let count = 0;
/** A board of two keepers, the first of whom created it. */
async function make() {
  const keepers = [await newMember(server), await newMember(server, "rohan")] as const;
  const ids = keepers.map(({ id }) => id);
  const board = await createBoard(server, keepers[0], { title: `Menu ${++count}`, keepers: ids });
  return { ...board, keepers, path: `/boards/${board.slug}` };
}
const send = (member: Member, path: string, form: Record<string, string>) =>
  browse(server, member).post(path, form);
const say = (member: Member, path: string, remark: string) => send(member, path, { intent: "wrong", remark });
const read = async (member: Member, path: string) => (await browse(server, member).get(path)).text;
const noticesOf = ({ id }: Member) =>
  database
    .prepare("select count, url, facts from notices where user_id = ? and kind = 'board-wrong'")
    .all(Number(id)) as { count: number; url: string; facts: string }[];
const newestIn = (page: string) => /name="newest" value="(\d+)"/.exec(page)?.[1] ?? "";

test("only keepers and administrators read a remark and the name of its author", async () => {
  const { path, title, keepers } = await make();
  const [member, other] = [await newMember(server, "kabir"), await newMember(server)];
  const said = await say(member, path, "Closed on Sundays");
  expect([said.status, said.headers.get("Location")]).toEqual([303, path]);
  for (const reader of [...keepers, admin]) {
    const page = await read(reader, path);
    expect([page.includes("Closed on Sundays"), page.includes(member.name)]).toEqual([true, true]);
  }
  for (const reader of [member, other]) expect(await read(reader, path)).not.toContain("Closed on Sundays");
  expect((await new Visitor(server.url).get(path)).text).not.toContain("Closed on Sundays");
  for (const keeper of keepers) {
    const [notice] = noticesOf(keeper);
    expect([notice?.count, notice?.url, JSON.parse(notice?.facts ?? "{}")]).toEqual([
      1,
      path,
      { name: member.name, title },
    ]);
  }
  expect(noticesOf(member)).toEqual([]);
});

test("a keeper's Done removes the remarks that were shown, and changing the text removes all", async () => {
  const { path, slug, keepers } = await make();
  const member = await newMember(server, "kabir");
  await say(member, path, "The first line");
  const newest = newestIn(await read(keepers[1], path));
  await say(member, path, "The second line");
  expect((await send(member, path, { intent: "done", newest })).status).toBe(403);
  expect((await send(keepers[1], path, { intent: "done", newest })).status).toBe(303);
  const page = await read(keepers[0], path);
  expect([page.includes("The first line"), page.includes("The second line")]).toEqual([false, true]);
  await keepers[0].call("PUT", `/api/boards/${slug}`, { keepers: [keepers[0].id] });
  expect(await read(keepers[0], path)).toContain("The second line");
  await keepers[0].call("PUT", `/api/boards/${slug}`, { body: "Open on Sundays" });
  expect(await read(keepers[0], path)).not.toContain("The second line");
});

test("“Still right” counts each member once, until the board changes", async () => {
  const { path, slug, keepers } = await make();
  const members = [await newMember(server), await newMember(server), await newMember(server)];
  for (const member of [...members, members[0]])
    expect((await send(member as Member, path, { intent: "right" })).status).toBe(303);
  expect(await read(admin, path)).toContain("3 members say it is still right");
  await passTime(server, 1_000);
  await keepers[0].call("PUT", `/api/boards/${slug}`, { body: "Open on Sundays" });
  expect(await read(admin, path)).not.toContain("it is still right");
  await send(members[1] as Member, path, { intent: "right" });
  expect(await read(admin, path)).toContain("1 member says it is still right");
});

test("a remark has 1 to 200 characters, and a refused remark stays in its form", async () => {
  const { path } = await make();
  const member = await newMember(server);
  expect((await say(member, path, " ")).text).toContain("Say what is wrong");
  const long = "wrong ".repeat(34).trim();
  const refused = await say(member, path, long);
  expect([refused.status, refused.text.includes(`value="${long}"`)]).toEqual([422, true]);
  expect((await say(member, path, "w".repeat(200))).status).toBe(303);
});

test("a member can send ten remarks a day, and the eleventh stays in its form", async () => {
  const [first, second] = [await make(), await make()];
  const member = await newMember(server);
  for (let n = 1; n <= 10; n++)
    expect([n, (await say(member, n % 2 ? first.path : second.path, `Line ${n}`)).status]).toEqual([n, 303]);
  const refused = await say(member, first.path, "The eleventh line");
  expect([refused.status, refused.text.includes('value="The eleventh line"')]).toEqual([429, true]);
  expect(refused.text).toContain("sent ten remarks today");
  expect(
    database.prepare("select count(*) from board_remarks where user_id = ?").pluck().get(Number(member.id)),
  ).toBe(10);
});

test("muted members, suspended members and guests can neither confirm nor remark", async () => {
  const { path, keepers } = await make();
  const member = await newMember(server);
  const set = (column: string, value: string | number | null, { id }: Member) =>
    database.prepare(`update users set ${column} = ? where id = ?`).run(value, Number(id));
  await say(member, path, "Said before");
  const newest = newestIn(await read(keepers[0], path));
  const forms = [{ intent: "right" }, { intent: "wrong", remark: "Said while muted" }];
  set("muted_at", Date.now(), member);
  for (const form of forms) expect((await send(member, path, form)).status).toBe(403);
  set("muted_at", null, member);
  set("status", "suspended", member);
  for (const form of forms) expect((await send(member, path, form)).status).toBe(401);
  for (const form of forms) expect((await new Visitor(server.url).post(path, form)).status).toBe(401);
  set("muted_at", Date.now(), keepers[1]);
  expect((await send(keepers[1], path, { intent: "done", newest })).status).toBe(403);
  const page = await read(keepers[0], path);
  expect([page.includes("Said before"), page.includes("Said while muted")]).toEqual([true, false]);
  expect(page).not.toContain("it is still right");
});

test("remarks go to the bin with their board, and return with it", async () => {
  const { path, slug, id, keepers } = await make();
  const member = await newMember(server);
  await say(member, path, "Closed on Sundays");
  await send(member, path, { intent: "right" });
  await keepers[0].call("DELETE", `/api/boards/${slug}`);
  expect(noticesOf(keepers[1])).toEqual([]);
  expect((await say(member, path, "Again")).status).toBe(404);
  await send(keepers[0], "/bin", { intent: "restore", subject: "board", id });
  const page = await read(keepers[0], path);
  expect([page.includes("Closed on Sundays"), page.includes("1 member says it is still right")]).toEqual([
    true,
    true,
  ]);
});
