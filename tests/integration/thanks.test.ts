import { beforeEach, expect, test } from "vitest";
import { announce, inDays } from "../support/events.ts";
import { createTest, shareServer, unlimited } from "../support/integration.ts";
import { browse, join, type Member, makeAdmin, password } from "../support/people.ts";
import { answer, ask, comment } from "../support/questions.ts";
import { share } from "../support/upload.ts";
import { type Answer, idIn, problemOf, Visitor } from "../support/visitor.ts";
import { readZip } from "../support/zip.ts";

const server = await shareServer(unlimited);
const database = server.database();
const asha = await join(server, "asha");
const rohan = await join(server, "rohan");
const kabir = await join(server, "kabir");
const meera = await join(server, "meera");
makeAdmin(server, meera);

const detail = (answer: Answer) => [answer.status, problemOf(answer).detail];
const received = async (member: Member) => (await member.get("/api/users/me/thanks?limit=100")).body;
const told = async (member: Member) =>
  (await member.get("/api/notices")).body.data.filter(({ kind }) => kind === "thanks");
const thanksFor = (of: string) => {
  const [kind, id] = of.split("/");
  return database
    .prepare(`select count(*) from thanks where ${kind?.slice(0, -1)}_id = ?`)
    .pluck()
    .get(Number(id));
};

/** Creates one contribution of Asha's of each kind. */
async function give() {
  const asked = await ask(rohan);
  const { id } = await answer(asha, asked.id);
  const event = await announce(asha, { date: inDays(-1) });
  return {
    asked,
    answers: `answers/${id}` as const,
    comments: `comments/${await comment(asha, `questions/${asked.id}`)}`,
    resources: `resources/${idIn(await share(asha, { name: "notes.txt", bytes: Buffer.from(`Tides ${id}`) }))}`,
    events: `events/${event.id}`,
  };
}

beforeEach(() =>
  database.exec("delete from thanks; delete from thanks_blocks; delete from notices; delete from blocks"),
);

test("members can thank once for each contribution and take it back, and the contributor is notified once", async () => {
  const gift = await give();
  for (const of of [gift.answers, gift.comments, gift.resources, gift.events]) {
    const path = `/api/${of}/thanks`;
    const both = await Promise.all([1, 2, 3].map(() => kabir.call("PUT", path, {})));
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(both[2]?.body).toEqual({ thanks: 1, thanked: true, line: null, withName: false });
    expect(thanksFor(of)).toBe(1);
    const line = { line: "  It carried me.  ", withName: true };
    expect((await rohan.call("PUT", path, line)).body).toEqual({
      thanks: 2,
      thanked: true,
      line: "It carried me.",
      withName: true,
    });
    // Fields that the call omits keep their value.
    expect((await rohan.call("PUT", path, { withName: false })).body).toMatchObject({
      line: "It carried me.",
    });
    expect((await rohan.call("PUT", path, { withName: true })).body).toMatchObject({ withName: true });
    const [notice] = await told(asha);
    expect(notice).toMatchObject({ count: 2, url: "/people/me/thanks" });
    expect((await told(asha)).length).toBe(1);
    expect((await rohan.call("DELETE", path)).body).toMatchObject({ thanks: 1, thanked: false, line: null });
    expect((await rohan.call("DELETE", path)).body).toMatchObject({ thanks: 1, thanked: false });
    expect(await told(asha)).toMatchObject([{ count: 1, text: expect.stringMatching(/ helped somebody$/) }]);
    expect((await kabir.call("PUT", path, { withName: true })).status).toBe(200);
    expect(await told(asha)).toMatchObject([{ count: 1, text: expect.stringMatching(/ helped Kabir \S+$/) }]);
    expect((await kabir.call("DELETE", path)).body).toMatchObject({ thanks: 0 });
    expect(await told(asha)).toEqual([]);
  }
});

test("voting for an answer and thanking for it are the same", async () => {
  const { answers } = await give();
  expect((await kabir.call("PUT", `/api/${answers}/vote`)).body).toEqual({ votes: 1, voted: true });
  expect((await kabir.call("PUT", `/api/${answers}/thanks`, { line: "Thanks" })).body).toMatchObject({
    thanks: 1,
  });
  expect((await kabir.call("PUT", `/api/${answers}/vote`)).body).toEqual({ votes: 1, voted: true });
  expect(await received(asha)).toMatchObject([{ line: "Thanks", from: null }]);
  expect((await kabir.call("DELETE", `/api/${answers}/vote`)).body).toEqual({ votes: 0, voted: false });
  expect(thanksFor(answers)).toBe(0);
});

test("thanks are refused for own, hidden, deleted and future contributions, and with a line of 201 characters", async () => {
  const gift = await give();
  for (const of of [gift.answers, gift.comments, gift.resources, gift.events]) {
    expect((await asha.call("PUT", `/api/${of}/thanks`, {})).status).toBe(403);
    expect((await asha.call("DELETE", `/api/${of}/thanks`)).status).toBe(403);
    expect((await kabir.call("PUT", `/api/${of.split("/")[0]}/999999/thanks`, {})).status).toBe(404);
    const long = await kabir.call("PUT", `/api/${of}/thanks`, { line: "x".repeat(201) });
    expect([long.status, problemOf(long).errors]).toEqual([422, { line: ["At most 200 characters"] }]);
    expect((await kabir.call("PUT", `/api/${of}/thanks`, { withName: "yes" })).status).toBe(422);
    expect((await new Visitor(server.url).call("PUT", `/api/${of}/thanks`, {})).status).toBe(401);
  }
  const coming = await announce(asha, { date: inDays(2) });
  expect(detail(await kabir.call("PUT", `/api/events/${coming.id}/thanks`, {}))).toEqual([
    409,
    "This event hasn't happened yet. You can say so once it is over.",
  ]);
  const hide = (table: string, id: string) =>
    database
      .prepare(`update ${table} set hidden_at = 1, hidden_reason = 'Rude' where id = ?`)
      .run(Number(id));
  hide("comments", gift.comments.split("/")[1] ?? "");
  for (const member of [kabir, meera])
    expect((await member.call("PUT", `/api/${gift.comments}/thanks`, {})).status).toBe(404);
  hide("questions", gift.asked.id);
  for (const member of [kabir, meera])
    expect((await member.call("PUT", `/api/${gift.answers}/thanks`, {})).status).toBe(404);
  database.prepare("update users set muted_at = 1 where id = ?").run(Number(kabir.id));
  expect((await kabir.call("PUT", `/api/${gift.resources}/thanks`, {})).body).toMatchObject({
    code: "muted",
  });
  database.exec("update users set muted_at = null");
  expect(thanksFor(gift.resources)).toBe(0);
});

test("a blocked member can't thank, and does not learn why", async () => {
  const gift = await give();
  await asha.call("PUT", `/api/users/${kabir.id}/block`);
  for (const of of [gift.answers, gift.resources]) {
    const refused = await kabir.call("PUT", `/api/${of}/thanks`, {});
    expect(detail(refused)).toEqual([403, "This person can't be thanked at the moment."]);
    expect(refused.text).not.toMatch(/block/i);
    expect(thanksFor(of)).toBe(0);
  }
});

test("lines of a blocked unnamed writer are accepted but not delivered, even after taking them back", async () => {
  const { answers, comments, resources } = await give();
  await kabir.call("PUT", `/api/${resources}/thanks`, { line: "Rude" });
  const [{ id } = { id: "" }] = await received(asha);
  const ashas = browse(server, asha);
  expect((await ashas.post("/people/me/thanks", { intent: "block", id })).status).toBe(303);
  expect(await received(asha)).toEqual([]);
  database.exec("delete from notices");
  await kabir.call("DELETE", `/api/${resources}/thanks`);
  for (const of of [resources, answers])
    expect((await kabir.call("PUT", `/api/${of}/thanks`, { line: "Rude again" })).body).toMatchObject({
      thanks: 1,
      thanked: true,
      line: "Rude again",
    });
  expect([await received(asha), await told(asha)]).toEqual([[], []]);
  // A named line is delivered, until its writer removes the name.
  await kabir.call("PUT", `/api/${comments}/thanks`, { line: "It is me", withName: true });
  expect(await received(asha)).toMatchObject([{ line: "It is me", from: { id: kabir.id } }]);
  await kabir.call("PUT", `/api/${comments}/thanks`, { line: "Rude", withName: false });
  expect(await received(asha)).toEqual([]);
  await rohan.call("PUT", `/api/${resources}/thanks`, { line: "Kind", withName: true });
  const [kind] = await received(asha);
  await ashas.post("/people/me/thanks", { intent: "block", id: kind?.id ?? "" });
  expect(await received(asha)).toEqual([]);
  expect((await asha.get("/api/users/me/blocks")).body).toMatchObject([{ id: rohan.id }]);
});

test("a block of an unnamed line can be undone at once or among the blocks, and never shows that two lines share a writer", async () => {
  const { answers, resources, comments } = await give();
  await kabir.call("PUT", `/api/${resources}/thanks`, { line: "Rude" });
  await kabir.call("PUT", `/api/${comments}/thanks`, { line: "Ruder" });
  const [ruder, rude] = await received(asha);
  const ashas = browse(server, asha);
  const press = (path: string, fields: Record<string, string>) => ashas.post(path, fields);
  const blockedLines = async () =>
    [...(await ashas.get("/blocks")).text.matchAll(/name="line" value="(\d+)"/g)].map(([, id = ""]) => id);
  for (const line of [rude, ruder]) await press("/people/me/thanks", { intent: "block", id: line?.id ?? "" });
  const undo = /name="line" value="(\d+)"/.exec((await ashas.get("/people/me/thanks")).text)?.[1] ?? "";
  const blocked = await blockedLines();
  expect([blocked.length, blocked[0]]).toEqual([2, undo]);
  const page = (await ashas.get("/blocks")).text;
  for (const text of ["The author of “Rude”", "The author of “Ruder”"]) expect(page).toContain(text);
  expect(page).not.toContain("Kabir");
  // Only the receiver can end the block, and lines withheld meanwhile are not delivered later.
  await browse(server, rohan).post("/blocks", { intent: "unblock-line", line: undo });
  await browse(server, rohan).post("/people/me/thanks", { intent: "unblock", line: undo });
  expect(await blockedLines()).toEqual(blocked);
  await kabir.call("PUT", `/api/${answers}/thanks`, { line: "Still rude" });
  expect((await press("/people/me/thanks", { intent: "unblock", line: undo })).status).toBe(303);
  expect((await received(asha)).map(({ line }) => line)).toEqual(["Ruder"]);
  expect(await blockedLines()).toEqual(blocked.slice(1));
  // When the writer takes the line back, its block remains until the receiver ends it.
  await kabir.call("DELETE", `/api/${resources}/thanks`);
  expect((await ashas.get("/blocks")).text).toContain("The author of a line that is gone");
  expect((await press("/blocks", { intent: "unblock-line", line: blocked[1] ?? "" })).status).toBe(303);
  await kabir.call("PUT", `/api/${resources}/thanks`, { line: "Sorry" });
  expect((await received(asha)).map(({ line }) => line)).toEqual(["Sorry", "Ruder"]);
  // Named writers are unblocked by name.
  await rohan.call("PUT", `/api/${resources}/thanks`, { line: "Kind", withName: true });
  const [kind] = await received(asha);
  await press("/people/me/thanks", { intent: "block", id: kind?.id ?? "" });
  expect((await received(asha)).length).toBe(2);
  await press("/people/me/thanks", { intent: "unblock", person: rohan.id });
  expect((await received(asha))[0]).toMatchObject({ line: "Kind", shown: false });
});

test("only the receiver can show a line on their page, and must choose it again once it changes", async () => {
  const { resources } = await give();
  const path = `/api/${resources}/thanks`;
  await kabir.call("PUT", path, { line: "It carried me.", withName: true });
  await rohan.call("PUT", path, {});
  const [bare, line] = await received(asha);
  const shown = (id: string | undefined, isShown: unknown, member = asha) =>
    member.call("PUT", `/api/users/me/thanks/${id}`, { shown: isShown });
  expect((await shown(line?.id, true)).body).toMatchObject({ shown: true, line: "It carried me." });
  expect((await shown(line?.id, true, rohan)).status).toBe(404);
  expect((await shown("999999", true)).status).toBe(404);
  expect((await shown(line?.id, "on")).status).toBe(422);
  expect((await shown(bare?.id, true)).body).toMatchObject({
    errors: { shown: ["There is no line to show on your page."] },
  });
  await kabir.call("PUT", path, { line: "It carried me." });
  expect((await received(asha))[1]).toMatchObject({ shown: true });
  await kabir.call("PUT", path, { line: "Something else." });
  expect((await received(asha))[1]).toMatchObject({ shown: false, line: "Something else." });
  expect((await shown(line?.id, true)).body).toMatchObject({ shown: true });
  expect((await shown(line?.id, false)).body).toMatchObject({ shown: false });
});

test("thanking works without scripts, and the form keeps a refused line", async () => {
  const { asked, answers, comments, resources, events } = await give();
  const kabirs = browse(server, kabir);
  const post = (of: string) => of.replace("s/", "-");
  const path = (await kabirs.get(`/questions/${asked.id}`)).headers.get("Location") ?? "";
  const pages = [
    [answers, path],
    [comments, path],
    [resources, `/${resources}`],
    [events, `/${events}`],
  ] as const;
  for (const [of, page] of pages) {
    expect((await kabirs.get(page)).text).toContain("That helped");
    const send = (fields: Record<string, string>) => kabirs.post(page, { post: post(of), ...fields });
    expect((await send({ intent: "thank" })).status).toBe(303);
    expect(thanksFor(of)).toBe(1);
    const thanked = (await kabirs.get(page)).text;
    expect(thanked).toMatch(/1 helped|<b>1<\/b> <span>helped/);
    expect(thanked).toContain("Add a line");
    const long = await send({ intent: "thank", line: "y".repeat(201), withName: "on" });
    expect([long.status, long.text.includes("At most 200 characters")]).toEqual([422, true]);
    expect(long.text).toContain("y".repeat(201));
    expect((await send({ intent: "thank", line: `For ${of}`, withName: "on" })).status).toBe(303);
    expect((await kabirs.get(page)).text).toContain(`For ${of}`);
    expect((await browse(server, rohan).get(page)).text).not.toContain(`For ${of}`);
  }
  const ashas = browse(server, asha);
  await rohan.call("PUT", `/api/${resources}/thanks`, {});
  const mine = await ashas.get("/people/me/thanks");
  // Thanks without line and name are not listed.
  expect(mine.text).not.toContain("Somebody");
  await rohan.call("DELETE", `/api/${resources}/thanks`);
  for (const [of] of pages) expect(mine.text).toContain(`For ${of}`);
  expect(mine.text).toContain(`/people/${kabir.id}`);
  const [{ id } = { id: "" }] = await received(asha);
  expect((await ashas.post("/people/me/thanks", { intent: "show", id })).status).toBe(303);
  expect((await ashas.get("/people/me/thanks")).text).toContain("Take it off my page");
  expect((await kabirs.post("/people/me/thanks", { intent: "show", id })).status).toBe(404);
  for (const [of, page] of pages) {
    expect((await kabirs.post(page, { post: post(of), intent: "take-thanks-back" })).status).toBe(303);
    expect(thanksFor(of)).toBe(0);
  }
  expect((await ashas.get("/people/me/thanks")).text).toContain("No thanks yet");
});

test("deleting a contribution deletes the notice about its thanks", async () => {
  const gift = await give();
  const all = [gift.answers, gift.comments, gift.resources, gift.events];
  for (const of of all) await kabir.call("PUT", `/api/${of}/thanks`, {});
  const below = await comment(asha, gift.answers);
  await kabir.call("PUT", `/api/comments/${below}/thanks`, {});
  expect((await told(asha)).length).toBe(5);
  await asha.call("DELETE", `/api/${gift.answers}`);
  expect((await told(asha)).length).toBe(3);
  for (const of of [gift.resources, gift.events]) await asha.call("DELETE", `/api/${of}`);
  expect((await told(asha)).length).toBe(1);
  await meera.call("DELETE", `/api/questions/${gift.asked.id}`);
  expect(await told(asha)).toEqual([]);
  expect(database.prepare("select count(*) from notices where kind = 'thanks'").pluck().get()).toBe(0);
  expect(await received(asha)).toEqual([]);
});

test("a notice shows the latest remaining giver, and once read it keeps its number", async () => {
  const { resources } = await give();
  const path = `/api/${resources}/thanks`;
  const texts = async () => (await told(asha)).map(({ text }) => text.replace(/.* helped (\w+).*/, "$1"));
  await kabir.call("PUT", path, { withName: true });
  await rohan.call("PUT", path, {});
  await meera.call("PUT", path, { withName: true });
  expect(await texts()).toEqual(["3"]);
  await rohan.call("DELETE", path);
  expect(await texts()).toEqual(["2"]);
  await meera.call("DELETE", path);
  expect(await texts()).toEqual(["Kabir"]);
  await rohan.call("PUT", path, {});
  expect(await texts()).toEqual(["2"]);
  expect((await asha.call("PUT", "/api/notices/read")).status).toBe(204);
  await kabir.call("DELETE", path);
  expect(await told(asha)).toMatchObject([{ count: 2, read: true }]);
  await rohan.call("DELETE", path);
  // Nothing reveals which thanks were taken back.
  const left = `select notices.cause, notice_causes.cause as other from notices
    left join notice_causes on notice_id = notices.id where subject = ?`;
  expect(database.prepare(left).all(resources.replace("resources/", "resource-"))).toEqual([
    { cause: null, other: null },
  ]);
  await asha.call("DELETE", `/api/${resources}`);
});

test("readers can report a line, and administrators can hide it", async () => {
  const { resources, asked } = await give();
  await kabir.call("PUT", `/api/${resources}/thanks`, { line: "Pay me first", withName: true });
  const [{ id } = { id: "" }] = await received(asha);
  const path = `/reports/new?subject=thanks&id=${id}`;
  for (const stranger of [rohan, kabir]) expect((await browse(server, stranger).get(path)).status).toBe(404);
  const ashas = browse(server, asha);
  expect((await ashas.get(path)).text).toContain("Pay me first");
  expect((await ashas.post(path, { reason: "It asks for money" })).status).toBe(303);
  const meeras = browse(server, meera);
  const open = () => /\/admin\/reports\/\d+/.exec(String(list))?.[0] ?? "";
  let list = (await meeras.get("/admin/reports")).text;
  const report = await meeras.get(open());
  expect(report.text).toContain("Pay me first");
  expect(report.text).toContain("Kabir");
  expect((await meeras.post(open(), { intent: "remove", reason: "No adverts" })).status).toBe(303);
  expect(await received(asha)).toMatchObject([{ line: null }]);
  expect((await asha.call("PUT", `/api/users/me/thanks/${id}`, { shown: true })).status).toBe(422);
  const entry = "select action, member_id from audit_entries order by id desc limit 1";
  expect(database.prepare(entry).get()).toEqual({
    action: "removed the line of thanks",
    member_id: Number(kabir.id),
  });
  expect((await kabir.get("/api/notices")).text).toContain("Your line of thanks was hidden: “No adverts”");

  // Administrators do not learn who wrote an unnamed line.
  const { id: given } = await answer(asha, asked.id);
  await kabir.call("PUT", `/api/answers/${given}/thanks`, { line: "Unnamed words" });
  const [{ id: unnamed } = { id: "" }] = await received(asha);
  await ashas.post(`/reports/new?subject=thanks&id=${unnamed}`, { reason: "Rude" });
  list = (await meeras.get("/admin/reports")).text;
  const about = await meeras.get(open());
  expect(about.text).toContain("Anonymous");
  expect(about.text).not.toContain("Kabir");
  expect(about.text).not.toContain("Mute the author");
});

test("an anonymous asker's thanks are unnamed, regardless of the call and of blocks", async () => {
  const hidden = await join(server, "kabir", "zq.hidden@college.example");
  database
    .prepare(
      "update users set name = 'Zephyrine Quill', first_name = 'Zephyrine', last_name = 'Quill' where id = ?",
    )
    .run(Number(hidden.id));
  const asked = await ask(hidden, { isAnonymous: true });
  const { id } = await answer(asha, asked.id);
  const remark = await comment(asha, `questions/${asked.id}`);
  await asha.call("PUT", `/api/users/${hidden.id}/block`);
  const readers = [asha, rohan, meera];
  const reads = async () => {
    const seen = [];
    for (const reader of [rohan, meera])
      for (const path of [`/api/users/${hidden.id}`, `/qa-threads/${hidden.id}.data`]) {
        const { status, headers, text } = await (path.startsWith("/api")
          ? reader
          : browse(server, reader)
        ).get(path);
        seen.push([status, headers.get("ETag"), text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "")]);
      }
    return seen;
  };
  const before = await reads();
  const wish = { line: "It carried me.", withName: true };
  for (const of of [`answers/${id}`, `comments/${remark}`])
    expect((await hidden.call("PUT", `/api/${of}/thanks`, wish)).body).toEqual({
      thanks: 1,
      thanked: true,
      line: "It carried me.",
      withName: false,
    });
  expect(await reads()).toEqual(before);
  const path = (await browse(server, asha).get(`/questions/${asked.id}`)).headers.get("Location") ?? "";
  for (const reader of readers)
    for (const page of [
      path,
      "/people/me/thanks",
      "/notices",
      "/api/users/me/thanks",
      `/api/answers/${id}`,
      "/api/notices",
    ]) {
      const { status, text, headers } = await (page.startsWith("/api") ? reader : browse(server, reader)).get(
        page,
      );
      expect(status).toBe(200);
      const everything = JSON.stringify([...headers]) + text;
      for (const secret of ["Zephyrine", "Quill", "zq.hidden", "anon_"])
        expect(everything).not.toContain(secret);
    }
  // The receiver sees them like any unnamed thanks.
  await kabir.call("PUT", `/api/answers/${id}/thanks`, { line: "It carried me." });
  const [others, onComment, onAnswer] = await received(asha);
  const { id: _, ...shown } = onAnswer ?? { id: "" };
  expect(others).toMatchObject(shown);
  expect([onComment?.from, onAnswer?.from]).toEqual([null, null]);
  expect((await told(asha)).map(({ text }) => text).join()).not.toMatch(/Kabir|Zephyrine/);
  // Only a reader of the line can report it, and an administrator mutes the alias.
  const report = `/reports/new?subject=thanks&id=${onAnswer?.id}`;
  expect((await browse(server, asha).post(report, { reason: "Rude" })).status).toBe(303);
  const list = (await browse(server, meera).get("/admin/reports")).text;
  const decision = await browse(server, meera).get(/\/admin\/reports\/\d+/.exec(list)?.[0] ?? "");
  expect(decision.text).toContain("Anonymous student");
  expect(decision.text).not.toMatch(/Zephyrine|zq\.hidden/);
});

test("anonymous contributors are notified like others, and nothing links them to the contribution", async () => {
  const hidden = await join(server, "kabir", "zq.giver@college.example");
  const asked = await ask(hidden, { isAnonymous: true });
  const { id } = await answer(hidden, asked.id);
  const own = async (page: string) => (await rohan.get(page)).text;
  const before = await own(`/api/users/${hidden.id}`);
  // Their block by name does not reveal who they are.
  await hidden.call("PUT", `/api/users/${rohan.id}/block`);
  expect((await rohan.call("PUT", `/api/answers/${id}/thanks`, { line: "Kind of you" })).status).toBe(200);
  expect(await own(`/api/users/${hidden.id}`)).toBe(before);
  expect(await told(hidden)).toMatchObject([{ count: 1 }]);
  expect((await rohan.get(`/api/answers/${id}`)).body).toMatchObject({ data: { votes: 1 } });
  expect(
    database.prepare("select receiver_id from thanks where answer_id = ?").pluck().get(Number(id)),
  ).toBeNull();
  const [line] = await received(hidden);
  expect(line).toMatchObject({ line: "Kind of you", kind: "answer", from: null, shown: false });
  const refused = await hidden.call("PUT", `/api/users/me/thanks/${line?.id}`, { shown: true });
  expect(refused).toMatchObject({
    status: 422,
    body: {
      errors: { shown: ["You gave this without your name, so this line can't be shown on your page."] },
    },
  });
  const page = await browse(server, hidden).get("/people/me/thanks");
  expect(page.text).toContain("Kind of you");
  expect(page.text).not.toContain("Show on my page");
  const made = await browse(server, hidden).post("/account/tokens", {
    name: "Bot",
    access: "some",
    users: "read",
  });
  const bot = new Visitor(server.url);
  bot.token = /quadrant_[\w-]{43}/.exec(made.text)?.[0];
  expect((await bot.get("/api/users/me/thanks")).body).toEqual([]);
});

let joined = 0;
/** @returns a new member */
const someone = (name: "asha" | "kabir" = "asha") =>
  join(server, name, `${name}.${++joined}@college.example`);
const shareNotes = async (member: Member, title: string) =>
  idIn(await share(member, { name: "notes.txt", bytes: Buffer.from(`${title} ${member.id}`) }, { title }));
const archiveOf = async (member: Member, file: string) => {
  const response = await fetch(`${server.url}/account/data`, {
    method: "POST",
    headers: { Cookie: `session=${browse(server, member).cookies.get("session")}`, Origin: server.url },
  });
  const files = readZip(Buffer.from(await response.arrayBuffer()));
  return JSON.parse(String(files.get(`${file}.json`))) as Record<string, unknown>[];
};
const leave = async (member: Member, posts: "keep" | "delete" = "keep") => {
  const left = await browse(server, member).post("/account/delete", { posts, currentPassword: password });
  expect(left.status).toBe(303);
};
/** Everything that the receiver and a classmate can read about thanks, without ids, which always differ. */
async function readAll(receiver: Member): Promise<Record<string, unknown>> {
  const [page, own, blocks, theirs] = [
    await browse(server, meera).get(`/people/${receiver.id}`),
    await browse(server, receiver).get("/people/me/thanks"),
    await browse(server, receiver).get("/blocks"),
    await receiver.get("/api/users/me/thanks?limit=1"),
  ];
  const withoutIds = (rows: object[]) =>
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !/^(id|url|at|.*Id)$/.test(name))),
    );
  return {
    sky: /aria-label="(Helped[^"]*)"/.exec(page.text)?.[1],
    shown: [...page.text.matchAll(/<blockquote.*?<\/blockquote>/gs)].map(([quote]) => quote),
    lines: [...own.text.matchAll(/<blockquote.*?<\/blockquote>/gs)].map(([quote]) => quote),
    blocks: [...blocks.text.matchAll(/The author of[^<"]*/g)].map(([text]) => text),
    hasNext: theirs.headers.has("Link"),
    received: withoutIds(await received(receiver)),
    told: withoutIds(await told(receiver)),
    archive: withoutIds(await archiveOf(receiver, "thanks-received")),
  };
}

test("nothing shows whether named and unnamed thanks come from one member or from two", async () => {
  const seen = [];
  for (const writers of [1, 2]) {
    database.exec("delete from notices");
    const receiver = await someone();
    const named = await someone("kabir");
    const unnamed = writers === 1 ? named : await someone("kabir");
    const tides = await shareNotes(receiver, "Tides");
    const locks = await shareNotes(receiver, "Locks");
    const bridges = await shareNotes(receiver, "Bridges");
    await named.call("PUT", `/api/resources/${tides}/thanks`, { line: "Thank you", withName: true });
    await named.call("PUT", `/api/resources/${bridges}/thanks`, { withName: true });
    await unnamed.call("PUT", `/api/resources/${locks}/thanks`, { line: "It carried me." });
    const steps = [await readAll(receiver)];
    for (const id of [tides, locks]) {
      expect((await receiver.call("DELETE", `/api/resources/${id}`)).status).toBe(200);
      steps.push(await readAll(receiver));
      expect((await receiver.call("POST", `/api/resources/${id}/restore`)).status).toBe(200);
      steps.push(await readAll(receiver));
    }
    await receiver.call("PUT", `/api/users/${named.id}/block`);
    steps.push(await readAll(receiver));
    seen.push(steps.map((step) => JSON.stringify(step).replaceAll(`"id":"${named.id}"`, "ID")));
    expect(steps[0]).toMatchObject({
      sky: "Helped 2 people: 3 notes",
      lines: [{}, {}].map(() => expect.any(String)),
    });
    expect(steps.at(-1)?.received).toMatchObject([{ line: "It carried me.", from: null }]);
  }
  expect(seen[0]).toEqual(seen[1]);
});

test("unnamed thanks and blocks on them remain when their writer leaves", async () => {
  for (const posts of ["keep", "delete"] as const) {
    database.exec("delete from notices");
    const receiver = await someone();
    const writer = await someone("kabir");
    const other = await someone("kabir");
    const things = [];
    for (const title of ["Tides", "Locks", "Bridges"]) things.push(await shareNotes(receiver, title));
    const [tides, locks, bridges] = things;
    for (const id of things) {
      await writer.call("PUT", `/api/resources/${id}/thanks`, { line: `It carried me, ${id}` });
      await other.call("PUT", `/api/resources/${id}/thanks`, { line: "With my name", withName: true });
    }
    const asked = await ask(receiver);
    for (const member of [writer, other]) await member.call("PUT", `/api/questions/${asked.id}/vote`);
    const idOfLine = async (id: string | undefined) =>
      (await received(receiver)).find(({ line }) => line === `It carried me, ${id}`)?.id ?? "";
    await receiver.call("PUT", `/api/users/me/thanks/${await idOfLine(tides)}`, { shown: true });
    await browse(server, receiver).post("/people/me/thanks", {
      intent: "block",
      id: await idOfLine(bridges),
    });
    const before = await readAll(receiver);
    expect(before.blocks).not.toEqual([]);
    expect(before.shown).toHaveLength(1);
    await receiver.call("DELETE", `/api/resources/${locks}`);
    await receiver.call("DELETE", `/api/questions/${asked.id}`);
    const inBin = await readAll(receiver);
    await leave(writer, posts);
    expect(await readAll(receiver)).toEqual(inBin);
    await receiver.call("POST", `/api/resources/${locks}/restore`);
    const back = await receiver.call("POST", `/api/questions/${asked.id}/restore`);
    expect(back.body).toMatchObject({ votes: 2 });
    const { told: _, ...after } = await readAll(receiver);
    const { told: __, ...expected } = before;
    expect(after).toEqual(expected);
    // Only the count of named thanks remains, because the name is deleted.
    await receiver.call("DELETE", `/api/resources/${locks}`);
    await leave(other, posts);
    await receiver.call("POST", `/api/resources/${locks}/restore`);
    const text = JSON.stringify(await readAll(receiver));
    expect(text).toContain(`It carried me, ${locks}`);
    expect(text).not.toMatch(/With my name|Kabir/);
  }
});

test("list, archive and notices withhold the same lines, and show only the day of thanks", async () => {
  const receiver = await someone();
  const [hiddenLine, blockedLine, blockedMember, kept] = [
    await someone("kabir"),
    await someone("kabir"),
    await join(server, "rohan", `rohan.${++joined}@college.example`),
    await someone("kabir"),
  ];
  const givers = [
    [hiddenLine, { line: "Hidden words" }],
    [blockedLine, { line: "Blocked words" }],
    [blockedMember, { line: "Words of a blocked member", withName: true }],
    [kept, { line: "Kept words" }],
  ] as const;
  const things = [];
  for (const [giver, wish] of givers) {
    const id = await shareNotes(receiver, `Notes ${wish.line}`);
    await giver.call("PUT", `/api/resources/${id}/thanks`, wish);
    things.push(id);
  }
  // Several thanks for one contribution share a notice, which counts and names only the permitted ones.
  const shared = await shareNotes(receiver, "Notes for all");
  for (const [giver, wish] of givers.toReversed())
    await giver.call("PUT", `/api/resources/${shared}/thanks`, { ...wish, line: `${wish.line} again` });
  database.prepare("update thanks set hidden_at = 1 where line like 'Hidden words%'").run();
  for (const { id, line } of await received(receiver))
    if (line?.startsWith("Blocked words"))
      await browse(server, receiver).post("/people/me/thanks", { intent: "block", id });
  await receiver.call("PUT", `/api/users/${blockedMember.id}/block`);

  const listed = (await received(receiver)).map(({ line }) => line);
  expect(listed).toEqual([null, "Kept words again", "Kept words", null]);
  const rows = await archiveOf(receiver, "thanks-received");
  expect(rows.map(({ line }) => line)).toEqual(["Kept words again", "Kept words"]);
  const notices = await told(receiver);
  expect(notices.map(({ text }) => text).sort()).toEqual([
    "“Notes Hidden words” helped somebody",
    "“Notes Kept words” helped somebody",
    "“Notes for all” helped 3 people",
  ]);
  const everything = [
    (await receiver.get("/api/users/me/thanks")).text,
    (await receiver.get("/api/notices")).text,
    ...[...(await receiver.get("/api/notices?limit=1")).headers].map((header) => header.join(": ")),
    JSON.stringify(rows),
    JSON.stringify(await archiveOf(receiver, "notices")),
    (await browse(server, receiver).get("/notices")).text,
    (await browse(server, receiver).get("/people/me/thanks")).text,
  ];
  const moments = database
    .prepare("select created_at from thanks where receiver_id = ?")
    .pluck()
    .all(Number(receiver.id)) as number[];
  for (const moment of moments)
    for (const words of [
      String(moment),
      new Date(moment).toISOString(),
      "Blocked words",
      "blocked member",
      "Hidden words again",
    ])
      expect([words, everything.filter((text) => text.includes(words)).length]).toEqual([words, 0]);
  expect(everything[1]).toContain("T18:30:00.000Z");
});

createTest()(
  "a member can thank sixty times a day, on the page and in the API together",
  async ({ server }) => {
    const [giver, eager] = [await join(server, "asha"), await join(server, "kabir")];
    const id = idIn(await share(giver, { name: "notes.txt", bytes: Buffer.from("Tides") }));
    const browser = browse(server, eager);
    for (let turn = 0; turn < 30; turn++) {
      expect((await eager.call("PUT", `/api/resources/${id}/thanks`, {})).status).toBe(200);
      const form = { intent: "thank", post: `resource-${id}` };
      expect((await browser.post(`/resources/${id}`, form)).status).toBe(303);
    }
    const refused = await eager.call("PUT", `/api/resources/${id}/thanks`, {});
    expect(refused.status).toBe(429);
    expect((await eager.call("DELETE", `/api/resources/${id}/thanks`)).status).toBe(200);
  },
);
