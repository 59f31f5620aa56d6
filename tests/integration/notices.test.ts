import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect } from "vitest";
import { noticeKindNames, noticeKinds } from "../../app/notices/kinds.ts";
import { announce, beginSoon, inDays } from "../support/events.ts";
import { createTest, unlimited } from "../support/integration.ts";
import { allMails } from "../support/outbox.ts";
import {
  job,
  type join,
  type Member,
  makeAdmin,
  newMember,
  openSession,
  password,
} from "../support/people.ts";
import { answer, ask, comment } from "../support/questions.ts";
import { countRows } from "../support/rows.ts";
import type { TestServer } from "../support/server.ts";
import { Socket } from "../support/socket.ts";
import { share } from "../support/upload.ts";
import { type Query, Visitor } from "../support/visitor.ts";

interface Notice {
  id: string;
  kind: string;
  text: string;
  url: string;
  at: string;
  read: boolean;
  count: number;
}

const test = createTest(unlimited);
const _count = 0;

async function list(member: Visitor, query: Query = ""): Promise<Notice[]> {
  const { status, body } = await member.call("GET", `/api/notices${query}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ success: true });
  return body.data;
}
const connect = (member: Member, other: Member) => member.call("PUT", `/api/users/${other.id}/connection`);

async function openPages(server: Parameters<typeof join>[0], member: Member): Promise<Visitor> {
  const browser = new Visitor(server.url);
  browser.cookies.set("session", openSession(server, member.id, "browser"));
  return browser;
}
const fromOurPage = { "Sec-Fetch-Site": "same-origin" };

describe("the inbox", () => {
  test("a guest is redirected to the log-in", async ({ guest }) => {
    for (const path of ["/notices", "/account/notices", "/account/notices/digest"]) {
      const { status, headers } = await guest.get(path);
      expect([path, status]).toEqual([path, 303]);
      expect(headers.get("Location")).toBe(`/login?redirectTo=${encodeURIComponent(path)}`);
    }
    expect((await guest.call("GET", "/api/notices")).status).toBe(401);
  });

  test("a request to connect is one notice until it is read, on the page that it is about", async ({
    server,
  }) => {
    const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
    await connect(rohan, asha);
    const [notice] = await list(asha);
    expect(notice).toEqual({
      id: expect.stringMatching(/^\d+$/),
      kind: "connection-asked",
      text: "Rohan Pillai wants to connect with you",
      url: `/people/${rohan.id}`,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      read: false,
      count: 1,
    });
    const browser = await openPages(server, asha);
    const page = await browser.get("/notices", fromOurPage);
    expect(page.text).toContain("<b>Rohan Pillai</b> wants to connect with you");
    expect(page.text).toContain('data-unread="1"');
    expect((await list(asha, "?unread=true")).length, "the list marks nothing").toBe(1);
    await browser.get(`/people/${rohan.id}`, { ...fromOurPage, "Sec-Purpose": "prefetch" });
    await browser.get(`/people/${rohan.id}`, { "Sec-Fetch-Site": "cross-site" });
    expect((await list(asha, "?unread=true")).length, "neither does a prefetch or another site").toBe(1);
    const place = await browser.get(`/people/${rohan.id}`, fromOurPage);
    expect(place.text, "its own page counts it no more").not.toContain('data-unread="1"');
    expect(await list(asha, "?unread=true")).toEqual([]);
    expect((await list(asha))[0]).toMatchObject({ read: true });
  });

  test("answering a request marks its notice as read, and withdrawing it deletes the notice", async ({
    server,
  }) => {
    const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
    await connect(rohan, asha);
    await rohan.call("DELETE", `/api/users/${asha.id}/connection`);
    expect(await list(asha)).toEqual([]);
    await connect(rohan, asha);
    await connect(asha, rohan);
    expect(await list(asha)).toMatchObject([{ kind: "connection-asked", read: true }]);
    expect(await list(rohan)).toMatchObject([
      { kind: "connection-accepted", text: "Asha Verma accepted your request to connect", read: false },
    ]);
  });

  test("changes of an event are one notice with a count that restarts at 1 after it was read", async ({
    server,
  }) => {
    const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
    const event = await announce(asha, { date: inDays(5) });
    await rohan.call("POST", `/api/events/${event.id}/register`);
    for (const location of ["Hall 1", "Hall 2", "Hall 3"])
      await asha.call("PUT", `/api/events/${event.id}`, { location });
    const [changed] = await list(rohan);
    expect(changed).toMatchObject({ kind: "event-changed", count: 3, url: `/events/${event.id}` });
    expect((await rohan.call("PUT", `/api/notices/${changed?.id}/read`)).status).toBe(204);
    await asha.call("PUT", `/api/events/${event.id}`, { location: "Hall 4" });
    expect((await list(rohan)).map(({ count, read }) => [count, read])).toEqual([
      [1, false],
      [3, true],
    ]);
    beginSoon(server, event.id);
    await asha.call("DELETE", `/api/events/${event.id}`);
    expect(await list(rohan, "?unread=true")).toMatchObject([{ kind: "event-cancelled" }]);
    expect(await list(asha), "their own acts tell them nothing").toEqual([]);
  });

  test("a change of a past event sends notices only if it moves the event into the future", async ({
    server,
  }) => {
    const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
    const event = await announce(asha, { date: inDays(5) });
    await rohan.call("POST", `/api/events/${event.id}/register`);
    server
      .database()
      .prepare("update events set starts_at = ? where id = ?")
      .run(Date.now() - 2 * 86_400_000, event.id);
    const change = async (fields: object) =>
      expect((await asha.call("PUT", `/api/events/${event.id}`, fields)).status).toBe(200);
    await change({ location: "The hall where it was" });
    expect(await list(rohan)).toEqual([]);
    await change({ date: inDays(3) });
    expect(await list(rohan)).toMatchObject([{ kind: "event-changed", count: 1 }]);
  });

  test("a member marks only their own notices as read, one or all together", async ({ server }) => {
    const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
    await connect(rohan, asha);
    const [notice] = await list(asha);
    expect((await rohan.call("PUT", `/api/notices/${notice?.id}/read`)).status).toBe(404);
    expect((await list(asha, "?unread=true")).length).toBe(1);
    const browser = await openPages(server, asha);
    expect((await browser.post("/notices", { intent: "read-all" })).status).toBe(303);
    expect(await list(asha, "?unread=true")).toEqual([]);
    expect((await asha.call("PUT", "/api/notices/read")).status).toBe(204);
  });

  test("all sockets of the member receive the number of unread notices, including zero", async ({
    server,
  }) => {
    const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
    const login = { Authorization: `Bearer ${asha.token}` };
    const sockets = [new Socket(server.url, login), await Socket.of(asha)];
    await sockets[0]?.opened();
    await connect(rohan, asha);
    for (const socket of sockets) expect(await socket.next("notice")).toEqual({ unread: 1 });
    await asha.call("PUT", "/api/notices/read");
    for (const socket of sockets) expect(await socket.next("notice")).toEqual({ unread: 0 });
    for (const socket of sockets) socket.socket.close();
  });

  test("a page has thirty notices and links to the next", async ({ server }) => {
    const asha = await newMember(server, "asha");
    const insert = server
      .database()
      .prepare(
        "insert into notices (user_id, kind, subject, facts, url, at) values (?, 'report-decided', ?, ?, '/reports', ?)",
      );
    for (let n = 0; n < 65; n++)
      insert.run(Number(asha.id), String(n), '{"outcome":"we removed it"}', 1_000 + n);
    const browser = await openPages(server, asha);
    const pages = [];
    for (let path = "/notices"; path; ) {
      const { text } = await browser.get(path);
      pages.push((text.match(/<li [^>]*data-unread/g) ?? []).length);
      path = /href="(\/notices\?cursor=[^"]+)"/.exec(text)?.[1] ?? "";
    }
    expect(pages).toEqual([30, 30, 5]);
    const first = await asha.get("/api/notices?limit=2");
    expect((await asha.next(first)).body.data).toHaveLength(2);
    for (const limit of ["0", "101", "x"])
      expect((await asha.call("GET", `/api/notices?limit=${limit}`)).status).toBe(422);
  });
});

describe("administration", () => {
  test("reports notify administrators, and decisions notify the reporters, without names", async ({
    server,
  }) => {
    const [asha, rohan, meera] = [
      await newMember(server, "asha"),
      await newMember(server, "rohan"),
      await newMember(server, "meera"),
    ];
    makeAdmin(server, meera);
    const event = await announce(asha, { date: inDays(5) });
    const browser = await openPages(server, rohan);
    await browser.post(`/reports/new?subject=event&id=${event.id}`, { reason: "Rohan says it is spam." });
    expect(await list(meera)).toMatchObject([{ kind: "admin-reports", url: "/admin/reports", count: 1 }]);
    const admin = await openPages(server, meera);
    const { text } = await admin.get("/admin/reports");
    const path = /\/admin\/reports\/\d+/.exec(text)?.[0] ?? "";
    expect((await admin.post(path, { intent: "remove", reason: "x".repeat(301) })).status).toBe(422);
    expect((await admin.post(path, { intent: "remove", reason: "It sells watches" })).status).toBe(303);
    expect(await list(rohan)).toMatchObject([
      { kind: "report-decided", text: "We decided about your report: we removed it", url: "/reports" },
    ]);
    const [hidden] = await list(asha);
    expect(hidden).toMatchObject({
      kind: "post-hidden",
      url: `/events/${event.id}`,
      text: `Your event “${event.title}” was removed: “It sells watches”`,
    });
    const author = await openPages(server, asha);
    const place = await author.get(hidden?.url ?? "", fromOurPage);
    expect([place.status, place.text.includes("This event is no longer available.")]).toEqual([404, true]);
    expect(await list(asha, "?unread=true"), "its page marks it").toEqual([]);
    expect(JSON.stringify([await list(rohan), await list(asha)])).not.toMatch(/Meera|Rohan/);
  });
});

test("a direct removal by an administrator is also a notice, and leads to a page that says so", async ({
  server,
}) => {
  const [asha, rohan, meera] = [
    await newMember(server, "asha"),
    await newMember(server, "rohan"),
    await newMember(server, "meera"),
  ];
  makeAdmin(server, meera);
  const why = "an administrator found that it doesn't belong here";
  const { id: questionId } = await ask(asha);
  const { id: answerId } = await answer(rohan, questionId);
  const commentId = await comment(rohan, `questions/${questionId}`);
  const { id: jobId } = (await rohan.call("POST", "/api/jobs", job)).body;
  for (const path of [`answers/${answerId}`, `comments/${commentId}`, `jobs/${jobId}`])
    expect((await meera.call("DELETE", `/api/${path}`)).status, path).toBeLessThan(300);
  expect((await meera.call("DELETE", `/api/questions/${questionId}`)).status).toBeLessThan(300);
  expect(await list(asha, "?unread=true")).toMatchObject([
    { kind: "post-hidden", url: `/questions/${questionId}`, text: `Your question was removed: ${why}` },
  ]);
  const told = await list(rohan);
  expect(told.map(({ url, text }) => [url, text])).toEqual([
    [`/jobs/${jobId}`, `Your job “${job.title}” was removed: ${why}`],
    [`/questions/${questionId}?removed=comment-${commentId}`, `Your comment was removed: ${why}`],
    [`/questions/${questionId}?removed=answer-${answerId}`, `Your answer was removed: ${why}`],
  ]);
  const browser = await openPages(server, rohan);
  for (const { url } of told) expect([url, (await browser.get(url)).status]).toEqual([url, 404]);
  expect(await list(meera), "administrators' own acts tell them nothing").toEqual([]);

  const other = await ask(asha);
  const own = await answer(rohan, other.id);
  await rohan.call("DELETE", `/api/answers/${own.id}`);
  expect(await list(rohan), "one's own acts tell nothing").toHaveLength(3);
  const bad = await answer(rohan, other.id);
  await meera.call("DELETE", `/api/answers/${bad.id}`);
  const place = `/questions/${other.id}/${other.slug}?removed=answer-${bad.id}`;
  expect((await browser.get(place)).text).toContain("Your answer was removed: an administrator");
  expect((await (await openPages(server, asha)).get(place)).text, "no one else").not.toContain("was removed");
});

test("a notice does not quote titles that are deleted or hidden from its reader", async ({ server }) => {
  const [asha, rohan, meera] = [
    await newMember(server, "asha"),
    await newMember(server, "rohan"),
    await newMember(server, "meera"),
  ];
  const admin = await newMember(server, "kabir");
  makeAdmin(server, admin);
  const asked = await ask(asha, { title: "Phone of the dean is 99999 00000", tags: ["deans"] });
  await rohan.call("POST", "/api/saved-searches", {
    kind: "questions",
    query: "tag=deans",
    frequency: "daily",
  });
  const found = await ask(asha, { title: "Private number of the dean?", tags: ["deans"] });
  for (const reader of [rohan, admin]) await reader.call("PUT", `/api/questions/${asked.id}/follow`);
  await comment(meera, `questions/${asked.id}`);
  const digest = async () => (await (await openPages(server, rohan)).get("/account/notices/digest")).text;
  expect((await list(rohan)).map(({ kind }) => kind).sort()).toEqual(["question-commented", "saved-search"]);
  expect(await digest()).toContain("Private number");
  const admins = await openPages(server, admin);
  const moderate = async (intent: string) => {
    const form = { intent, reason: "It is private." };
    for (const { id } of [asked, found])
      expect((await admins.post(`/questions/${id}/moderate`, form)).status).toBe(303);
  };
  await moderate("hide");
  expect(await list(rohan)).toEqual([]);
  expect(await digest()).not.toMatch(/dean/);
  const browser = await openPages(server, rohan);
  expect((await browser.get("/notices")).text).not.toMatch(/dean|data-unread="[1-9]/);
  expect((await browser.get(`/questions/${asked.id}`)).text).not.toContain("99999");
  for (const reader of [asha, admin])
    expect((await list(reader)).map(({ text }) => text).join(), "its author and administrators").toContain(
      "99999",
    );
  await moderate("show");
  expect(await list(rohan), "what was withdrawn stays so").toMatchObject([{ kind: "saved-search" }]);
  for (const { id } of [asked, found])
    expect((await admin.call("DELETE", `/api/questions/${id}`)).status).toBe(204);
  expect(await list(rohan)).toEqual([]);
});

test("notices of a deleted question, answer or comment are withdrawn, and open pages are notified", async ({
  server,
}) => {
  const [asha, rohan, kabir] = [
    await newMember(server, "asha"),
    await newMember(server, "rohan"),
    await newMember(server, "kabir"),
  ];
  const admin = await newMember(server, "meera");
  makeAdmin(server, admin);
  const admins = await openPages(server, admin);
  const socket = await Socket.of(asha);
  const hide = async (path: string) => {
    const form = { intent: "hide", reason: "It is private." };
    expect((await admins.post(path, form)).status).toBe(303);
  };
  const rows = (userId: string) =>
    server
      .database()
      .prepare("select kind, count from notices where user_id = ? and kind <> 'post-hidden' order by kind")
      .all(Number(userId));
  const answered = (count: number) => ({ kind: "question-answered", count });
  const hears = async (unread: number) =>
    expect.poll(() => socket.received("notice").at(-1)).toEqual({ unread });

  const asked = await ask(asha);
  const first = await answer(rohan, asked.id, "Call me.");
  const second = await answer(kabir, asked.id, "Take it.");
  const remark = await comment(rohan, `questions/${asked.id}`);
  expect(rows(asha.id)).toEqual([answered(2), { kind: "question-commented", count: 1 }]);
  await hears(2);
  socket.frames.length = 0;
  expect((await rohan.call("DELETE", `/api/answers/${second.id}`)).status).toBe(403);
  await admin.call("DELETE", `/api/comments/${remark}`);
  expect(rows(asha.id)).toEqual([answered(2)]);
  await hears(1);
  await hide(`/questions/${asked.id}/moderate?answer=${first.id}`);
  expect(rows(asha.id)).toEqual([answered(1)]);
  await kabir.call("DELETE", `/api/answers/${second.id}`);
  expect(rows(asha.id)).toEqual([]);
  await hears(0);

  const other = await ask(asha);
  await kabir.call("PUT", `/api/questions/${other.id}/follow`);
  const early = await answer(rohan, other.id);
  server.database().prepare("update notices set read_at = at where user_id = ?").run(Number(asha.id));
  await answer(rohan, other.id, "And another.");
  await admin.call("DELETE", `/api/answers/${early.id}`);
  expect(rows(asha.id), "the later one's stays").toEqual([answered(1)]);
  await comment(rohan, `questions/${other.id}`);
  expect(rows(kabir.id)).toHaveLength(2);

  const third = await ask(asha);
  const doomed = await answer(kabir, third.id);
  for (const place of [`answers/${doomed.id}`, `questions/${third.id}`, `answers/${doomed.id}`] as const)
    await comment(rohan, place);
  const commented = (count: number) => ({ kind: "question-commented", count });
  const before = rows(asha.id);
  expect(before).toEqual(expect.arrayContaining([answered(1), commented(3)]));
  await hide(`/questions/${third.id}/moderate?answer=${doomed.id}`);
  expect(rows(asha.id), "the comments under an answer go with it").toContainEqual(commented(1));
  await admin.call("DELETE", `/api/answers/${doomed.id}`);
  expect(rows(asha.id), "what was hidden goes once").toContainEqual(commented(1));
  await admin.call("DELETE", `/api/questions/${third.id}`);
  await admin.call("DELETE", `/api/questions/${other.id}`);
  for (const { id } of [asha, kabir]) expect(rows(id)).toEqual([]);
  await socket.close();
});

describe("lowering counts", () => {
  const path = (of: { id: string }) => `/api/answers/${of.id}`;

  /** Three members answer a question of Asha's, the first of them twice. */
  async function answered(server: TestServer) {
    const names = ["asha", "rohan", "kabir", "meera"] as const;
    const [asha, rohan, kabir, meera] = await Promise.all(names.map((name) => newMember(server, name)));
    if (!asha || !rohan || !kabir || !meera) throw new Error("nobody");
    const asked = await ask(asha);
    const first = await answer(rohan, asked.id, "Optimisation.");
    const second = await answer(rohan, asked.id, "Or Statistics.");
    const third = await answer(kabir, asked.id, "Neither.");
    const fourth = await answer(meera, asked.id, "Both.");
    const shown = async () => (await list(asha)).map(({ text, read }) => [text.replace(/ “.*/, ""), read]);
    const causes = () =>
      countRows(server, `notice_causes join notices on notices.id = notice_id where subject = '${asked.id}'`);
    return { asha, rohan, kabir, meera, asked, first, second, third, fourth, shown, causes };
  }

  test("an unread notice no longer counts an answer that is removed, whichever it is, and stays unread", async ({
    server,
  }) => {
    const { rohan, kabir, meera, first, second, third, fourth, shown, causes } = await answered(server);
    expect(await shown()).toEqual([["4 people answered", false]]);
    await meera.call("DELETE", path(fourth));
    expect(await shown()).toEqual([["3 people answered", false]]);
    await rohan.call("DELETE", path(second));
    expect(await shown()).toEqual([["2 people answered", false]]);
    await kabir.call("DELETE", path(third));
    expect(await shown()).toEqual([["A new answer to", false]]);
    await rohan.call("DELETE", path(first));
    expect(await shown()).toEqual([]);
    expect(causes()).toBe(0);
  });

  test("a read notice stays read and no longer counts its removed answers, and a restored answer is not counted again", async ({
    server,
  }) => {
    const { asha, rohan, kabir, asked, second, third, shown } = await answered(server);
    await asha.call("PUT", "/api/notices/read");
    const fifth = await answer(kabir, asked.id, "On second thoughts, both.");
    const [earlier, later] = [
      ["4 people answered", true],
      ["A new answer to", false],
    ];
    expect(await shown()).toEqual([later, earlier]);
    await rohan.call("DELETE", path(second));
    expect(await shown()).toEqual([later, ["3 people answered", true]]);
    expect((await rohan.call("POST", `${path(second)}/restore`)).status).toBe(200);
    await rohan.call("DELETE", path(second));
    expect(await shown()).toEqual([later, ["3 people answered", true]]);
    await kabir.call("DELETE", path(fifth));
    expect(await shown()).toEqual([["3 people answered", true]]);
    await kabir.call("DELETE", path(third));
    expect(await shown()).toEqual([["2 people answered", true]]);
  });

  test("refused removals lower no counts", async ({ server }) => {
    const { rohan, kabir, asked, third, shown, causes } = await answered(server);
    expect((await rohan.call("DELETE", path(third))).status).toBe(403);
    expect((await new Visitor(server.url).call("DELETE", path(third))).status).toBe(401);
    expect((await kabir.call("DELETE", path(third), undefined, { "If-Match": '"9"' })).status).toBe(412);
    expect((await kabir.call("DELETE", "/api/answers/999999")).status).toBe(404);
    expect((await kabir.call("POST", `/api/questions/${asked.id}/answers`, { body: "" })).status).toBe(422);
    expect(await shown()).toEqual([["4 people answered", false]]);
    // Rohan and Kabir follow the question since their first answers.
    expect(causes()).toBe(4 + 2 + 1);
  });

  test("an answer that was hidden, or moved by a merge, lowers the count once", async ({ server }) => {
    const { asha, kabir, asked, second, third, shown } = await answered(server);
    const admin = await newMember(server, "meera");
    makeAdmin(server, admin);
    const admins = await openPages(server, admin);
    const moderate = async (query: string, form: Record<string, string>) =>
      expect((await admins.post(`/questions/${asked.id}/moderate${query}`, form)).status).toBe(303);
    await moderate(`?answer=${second.id}`, { intent: "hide", reason: "It is private." });
    await moderate(`?answer=${second.id}`, { intent: "show" });
    expect(await shown()).toEqual([["3 people answered", false]]);
    await admin.call("DELETE", path(second));
    expect((await shown()).at(-1)).toEqual(["3 people answered", false]);
    const into = await ask(asha);
    await moderate("", { intent: "merge", into: into.id });
    await kabir.call("DELETE", path(third));
    expect((await shown()).at(-1)).toEqual(["2 people answered", false]);
  });
});

describe("settings", () => {
  test("settings can be read and changed one by one, and unknown values are refused", async ({ server }) => {
    const asha = await newMember(server, "asha");
    const path = "/api/users/me/notice-settings";
    const { body } = await asha.call("GET", path);
    expect(body).toMatchObject({
      kinds: { "connection-asked": "mail", "question-answered": "digest", "report-decided": "here" },
      digestHour: 8,
    });
    const changed = {
      kinds: { "event-changed": "never" },
      digestHour: 19,
      quietFrom: "23:30",
      quietTo: "06:15",
    };
    const { status, body: after } = await asha.call("PUT", path, changed);
    expect(status).toBe(200);
    expect(after).toMatchObject({ ...changed, kinds: { "event-changed": "never", "event-seat": "mail" } });
    for (const wrong of [
      { kinds: { "event-changed": "often" } },
      { kinds: { party: "here" } },
      { kinds: [] },
      { digestHour: 24 },
      { digestHour: "8" },
      { digestHour: 7.5 },
      { quietFrom: "24:00" },
      { quietTo: "7:00" },
      { volume: 11 },
    ]) {
      expect([wrong, (await asha.call("PUT", path, wrong)).status]).toEqual([wrong, 422]);
    }
    expect((await asha.call("GET", path)).body).toEqual(after);
  });

  test("the settings page has a row for each kind, and “Never” means no notice at all", async ({
    server,
  }) => {
    const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
    const browser = await openPages(server, asha);
    const { text } = await browser.get("/account/notices");
    const rows = (page: string) => noticeKindNames.filter((kind) => page.includes(`name="${kind}"`));
    expect(rows(text)).toEqual(noticeKindNames.filter((kind) => !noticeKinds[kind].isForAdmins));
    makeAdmin(server, asha);
    expect(rows((await browser.get("/account/notices")).text)).toEqual(noticeKindNames);
    const form = { "connection-asked": "never", digestHour: "8", quietFrom: "22:00", quietTo: "07:00" };
    expect((await browser.post("/account/notices", form)).status).toBe(303);
    await connect(rohan, asha);
    expect(await list(asha)).toEqual([]);
    const wrong = await browser.post("/account/notices", { ...form, quietFrom: "late" });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain("Use a time such as 22:00");
    expect((await asha.call("PUT", "/api/users/me/notice-settings", { quietTo: "06:47" })).status).toBe(200);
    const clocks = (await browser.get("/account/notices")).text;
    expect(clocks, "one kind of clock").not.toContain('type="time"');
    const selected = [...clocks.matchAll(/<option value="(\d[^"]*)" selected/g)].map(([, value]) => value);
    expect(selected).toEqual(["8", "22:00", "06:47"]);
    expect((await browser.post("/account/notices", { ...form, quietTo: "06:47" })).status).toBe(303);
  });

  test("one choice sets all kinds of a group, and leaves them as they are unless it is changed", async ({
    server,
  }) => {
    const asha = await newMember(server, "asha");
    const browser = await openPages(server, asha);
    const times = { digestHour: "8", quietFrom: "22:00", quietTo: "07:00" };
    const save = async (choices: Record<string, string>) =>
      (await browser.post("/account/notices", { ...times, ...choices })).status;
    const kindsOf = async (group: string) => {
      const { body } = await asha.call("GET", "/api/users/me/notice-settings");
      const { kinds } = body;
      return noticeKindNames.filter((kind) => noticeKinds[kind].group === group).map((kind) => kinds[kind]);
    };
    const shown = async () => {
      const { text } = await browser.get("/account/notices");
      const [, select = ""] = /<select name="group-people"[^>]*>(.*?)<\/select>/s.exec(text) ?? [];
      return /<option[^>]*selected[^>]*>([^<]*)/.exec(select)?.[1];
    };
    expect(await shown()).toBe("Email at once");
    expect(await save({ "group-people": "mail", "was-people": "mail", "connection-asked": "never" })).toBe(
      303,
    );
    expect(await kindsOf("people")).toEqual(["never", "mail", "mail", "mail", "mail", "mail"]);
    expect(await shown()).toBe("Different for each");
    const others = await kindsOf("events");
    expect(await save({ "group-people": "", "was-people": "" })).toBe(303);
    expect(await kindsOf("people")).toEqual(["never", "mail", "mail", "mail", "mail", "mail"]);
    const chosen = { "group-people": "here", "was-people": "", "connection-asked": "never" };
    expect(await save(chosen)).toBe(303);
    expect(await kindsOf("people")).toEqual(Array(6).fill("here"));
    expect(await shown()).toBe("Here only");
    expect(await kindsOf("events")).toEqual(others);
    expect(await save({ "group-people": "loud", "was-people": "here" })).toBe(422);
    expect(await kindsOf("people")).toEqual(Array(6).fill("here"));
  });

  test("a blocked member causes no notice", async ({ server }) => {
    const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
    const event = await announce(rohan, { date: inDays(5) });
    await asha.call("POST", `/api/events/${event.id}/register`);
    await asha.call("PUT", `/api/users/${rohan.id}/block`);
    await rohan.call("PUT", `/api/events/${event.id}`, { location: "Elsewhere" });
    await connect(rohan, asha);
    expect(await list(asha)).toEqual([]);
    expect((await allMails(server)).filter((mail) => mail.includes(`To: ${asha.email}\n`))).toEqual([]);
  });
});

test("an administrator can give a reason when deleting a member's item on its page", async ({ server }) => {
  const [rohan, meera] = [await newMember(server, "rohan"), await newMember(server, "meera")];
  makeAdmin(server, meera);
  const { id: jobId } = (await rohan.call("POST", "/api/jobs", job)).body;
  const event = await announce(rohan, { date: inDays(5) });
  const shared = await share(rohan, { name: "tides.txt", bytes: Buffer.from("Tides.") });
  const { id: resourceId } = shared.body.data;
  const [owner, admin] = [await openPages(server, rohan), await openPages(server, meera)];
  for (const [page, kind] of [
    [`/jobs/${jobId}`, "job"],
    [`/events/${event.id}/delete`, "event"],
    [`/resources/${resourceId}`, "resource"],
  ] as const) {
    expect((await owner.get(page)).text, page).not.toContain('name="reason"');
    expect((await admin.get(page)).text, page).toContain('name="reason"');
    const fields = { intent: "delete", reason: "It was  here twice" };
    expect([page, (await admin.post(page, { ...fields, reason: "x".repeat(301) })).status]).toEqual([
      page,
      422,
    ]);
    expect([page, (await admin.post(page, fields)).status]).toEqual([page, 303]);
    const [told] = await list(rohan);
    expect(told?.text).toMatch(new RegExp(`^Your ${kind} “.+” was removed: “It was here twice”$`));
    expect([told?.url, (await owner.get(told?.url ?? "", fromOurPage)).status]).toEqual([told?.url, 404]);
  }
  expect(await list(rohan, "?unread=true")).toEqual([]);
});

test.for([
  ["/mail-settings", "mail-unseen", "messages-unread"],
  ["/event-reminders", "event-reminders", "event-tomorrow"],
] as const)("a link to %s from an older mail stops its kind", async ([path, purpose, kind], { server }) => {
  const asha = await newMember(server, "asha");
  const secret = readFileSync(`${server.storage}/session-secret`, "utf8");
  const key = createHmac("sha256", secret).update(`${purpose}:${asha.id}`).digest("base64url").slice(0, 32);
  const program = new Visitor(server.url);
  const stop = (of: string) => program.fetch(`${path}?member=${of}&key=${key}`, { method: "POST", body: "" });
  expect((await stop(String(Number(asha.id) + 1))).status).toBe(404);
  expect((await stop(asha.id)).status).toBe(200);
  const { body } = await asha.call("GET", "/api/users/me/notice-settings");
  expect(body).toMatchObject({ kinds: { [kind]: "here" } });
});

test("a deleted account leaves none of its own notices and none with its name", async ({ server }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await connect(asha, rohan);
  await connect(rohan, asha);
  const browser = await openPages(server, asha);
  const deleted = await browser.post("/account/delete", { posts: "keep", currentPassword: password });
  expect(deleted.status).toBe(303);
  expect(await list(rohan)).toEqual([]);
  const left = server.database().prepare("select count(*) from notices where user_id = ?").pluck();
  expect(left.get(Number(asha.id))).toBe(0);
});
