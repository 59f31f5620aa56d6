import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath, resolve } from "node:path";
import type { Database } from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { contributionKinds } from "../../app/people/contributions-input.server.ts";
import { dayMs, minuteMs } from "../../app/platform/time/durations.ts";
import { pdf } from "../../scripts/demo/sample-files.ts";
import { askMentor, offerMentoring } from "../support/mentoring.ts";
import { aliasFor, sendTo } from "../support/messages.ts";
import { startOpenId } from "../support/openid.ts";
import { mailedLink } from "../support/outbox.ts";
import { browse, event, job, join, type Member, makeAdmin, password } from "../support/people.ts";
import { picture, postAvatar, profileForm } from "../support/profile.ts";
import { ask } from "../support/questions.ts";
import { tourQuestions } from "../support/questions-tour.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { Socket } from "../support/socket.ts";
import { clock, passTime } from "../support/time.ts";
import { share } from "../support/upload.ts";
import { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

/** Tables that do not grow with the community, such as categories, totals and work in progress. */
const smallTables =
  /^(account_deletions|fan_outs|resource_categories|resource_totals|batch_totals|landing|leases|migrations|sqlite_master|sqlite_schema)$/;

/** Intended full scans, each with its reason. */
const allowed: { statement: RegExp; reason: string }[] = [
  {
    statement: /^delete from "mails" where id in \(select id from mails where next_attempt_at is not null/,
    reason: "deleting an account reads the mails that wait and those that failed",
  },
  {
    statement: /^update "mails" set "failure" = \? where/,
    reason: "each start reads the mails of 30 days once",
  },
  { statement: /^delete from "images"/, reason: "the hourly sweep of images reads each table once" },
  { statement: /where false$/, reason: "reads no row" },
  {
    statement: /\(select id from jobs order by id desc limit 1 offset \?\)/,
    reason: "a job filter by a number walks over the newest 5,000 keys to find where they begin",
  },
  {
    statement: /^select id, year, total [\s\S]* order by id desc limit 1 offset \?/,
    reason:
      "a directory search of one or two letters walks over the newest 5,000 keys to find where they begin",
  },
  {
    statement:
      /^select "id", "name", "status", [\s\S]* users\.id > coalesce\(\(select id from users order by id desc/,
    reason: "so does the one search for members",
  },
  {
    statement:
      /where \(?questions\.id in \(select (\* from \(select )?id from questions where [\s\S]* order by id desc limit \?\)/,
    reason: "the home page looks at the newest hundred questions",
  },
  {
    statement: /^insert into "(users|question_aliases)"/,
    reason: "SQLite plans a search for a new row's children, and runs it only while a deferred key is open",
  },
  {
    statement: /questions\.id >\s+coalesce\(\(select id from questions order by id desc limit 1 offset \?\)/,
    reason: "a search of one or two letters walks over the newest 5,000 keys to find where they begin",
  },
  {
    statement: /order by id desc limit \?\) where instr\(text, \?\) > 0/,
    reason: "five letters with the middle one wrong are looked for among the newest 5,000 names",
  },
  {
    statement:
      /^select "id", "name", [\s\S]* "skills" from "users" [\s\S]* from users order by id desc limit \?/,
    reason: "tags of one or two letters are looked for among the newest 5,000 members",
  },
];

/** Whether the statement reads backwards along the primary key and stops at its limit. */
const isNewestFirst = (statement: string, plan: string[]) =>
  /order by ("?\w+"?\.)?"?id"? desc limit \?/i.test(statement) &&
  !plan.some((step) => step.startsWith("USE TEMP B-TREE"));

/** Requests every page, call and frame once, as guest, member and administrator. */
async function tour(server: TestServer): Promise<void> {
  const [asha, rohan, meera] = [
    await join(server, "asha"),
    await join(server, "rohan"),
    await join(server, "meera"),
  ];
  const guest = new Visitor(server.url);
  const browser = browse(server, asha);

  const ids = { job: "", resource: "", message: "" };
  await browser.post("/post-job?step=1", { opportunityType: "internship", title: "Draft" });
  for (let n = 0; n < 3; n++) {
    const posted = await asha.call("POST", "/api/jobs", { ...job, title: `Chart maker ${n}` });
    ids.job = posted.body.id;
    const file = { name: `chart-${n}.pdf`, bytes: pdf(`Chart ${n}`) };
    const shared = await share(asha, file, {
      title: `Chart of the bay ${n}`,
      categoryId: "2",
      courseCode: "ME201",
    });
    ids.resource = shared.body.data.id;
  }
  await asha.call("PUT", `/api/jobs/${ids.job}`, { title: "Chart drawer" });
  await waitUntil(
    "a thumbnail",
    async () => (await guest.get(`/files/thumbnails/${ids.resource}`)).status === 200,
  );
  await guest.get(`/files/${ids.resource}/chart-2.pdf`);

  const send = async (from: Member, to: Member, isAnonymous: boolean) => {
    const message = { senderId: from.id, receiverId: to.id, content: "Which chart do I need?", isAnonymous };
    return (await from.call("POST", "/api/messages/send", message)).body.id;
  };
  ids.message = await send(asha, rohan, false);
  await send(rohan, asha, true);
  const alias = await aliasFor(asha);
  await sendTo(asha, alias, "Which one?");
  await asha.call("PUT", `/api/users/${alias}/block`);
  await asha.call("PUT", `/api/users/${meera.id}/block`);
  await asha.call("DELETE", `/api/users/${meera.id}/block`);
  const socket = await Socket.of(asha);
  for (const receiverId of [rohan.id, alias]) socket.send("typing", { senderId: asha.id, receiverId });
  const message = { senderId: asha.id, receiverId: meera.id, content: "Hello", isAnonymous: false };
  socket.send("send_message", { ...message, tempId: "1" });
  await socket.next("message_saved");
  socket.send("join-room", { room: "anonymous-chat" });
  socket.send("anonymous-message", { content: "Which chart is the best?" });
  await socket.next("anonymous-message");
  await socket.close();
  await rohan.call("PUT", `/api/messages/seen/${ids.message}`);

  const filters = [
    "",
    "search=chart",
    "search=ch",
    "showOpenOnly=true&opportunityType=contract&workplaceType=remote",
  ];
  const jobFilters = [
    ...filters,
    "locations=Pune&industry=IT",
    "cursor=99",
    "search=chart&industry=Manufacturing",
    "minSalary=5&maxExperience=2&postedWithin=7&company=chart",
    "minSalary=5&sort=deadline",
    "sort=deadline&cursor=20300101-99",
  ];
  const resourceFilters = [
    "",
    "search=chart",
    "search=ch",
    "category=gate-notes&year=2",
    "search=chart&page=2&year=2",
    "courseCode=ME201",
    "resourceType=notes&year=2",
  ];
  const memberFilters = [
    "",
    "search=asha",
    "search=as",
    "batch=2027",
    "before=2027",
    "batch=2027&after=1.Asha",
    "search=asha&batch=2027&after=1.Asha",
    "search=as&batch=2027&after=1.Asha",
    "batch=2027&after=h1.Asha",
    "batch=1999&topic=charts",
    "topic=charts&company=Harbour&mentoring=1",
    "company=Harbour&mentoring=1&search=chart&batch=2027&after=h1.Asha",
    "mentoring=1&branch=Civil",
  ];
  const searches = ["chart", "ch", "old chart", "tag:charts", "tag:charts old", "chrats"];
  const pages = [
    "/",
    "/welcome",
    ...searches.map((text) => `/search?q=${encodeURIComponent(text)}`),
    ...jobFilters.map((query) => `/jobs?${query}`),
    `/jobs/${ids.job}`,
    `/jobs/${ids.job}/edit`,
    "/jobs/mine",
    "/jobs/mine?cursor=99",
    "/jobs/mine?show=saved&cursor=99",
    "/post-job",
    "/resources",
    ...resourceFilters.map((query) => `/resources/browse?${query}`),
    "/resources/upload",
    "/resources/category/gate-notes",
    "/resources/category/gate-notes/year/2?page=2",
    `/resources/${ids.resource}`,
    `/resources/${ids.resource}/edit`,
    "/resources/mine?cursor=99",
    "/resources/same-file?sha256=0",
    "/messages",
    "/messages/inbox",
    `/messages/${rohan.id}`,
    `/messages/${rohan.id}?search=chart&before=99`,
    "/messages?search=meera",
    "/messages?search=me",
    "/messages/search?q=chart",
    "/search?q=chart&kind=messages",
    `/messages/${rohan.id}?anonymous=1`,
    `/messages/${alias}`,
    "/blocks",
    "/blocks?cursor=1~1",
    "/mail-settings",
    "/notices",
    "/account/searches",
    "/notices?after=99-1",
    "/account/notices",
    "/account/notices/digest",
    ...memberFilters.map((query) => `/qa-threads?${query}`),
    `/qa-threads/${rohan.id}`,
    `/people/${asha.id}`,
    ...contributionKinds.map((kind) => `/people/${asha.id}/given/${kind}?cursor=99`),
    "/events/mine",
    "/events/mine?when=past&after=99-1",
    "/connections",
    "/connections?after=99-1",
    "/announcements",
    "/announcements?cursor=99",
    "/mentoring",
    "/mentoring?cursor=99",
    `/mentoring/new?mentor=${meera.id}`,
    "/profile",
    "/profile?edit",
    "/profile?as=connection",
    "/anonymous-post",
    "/anonymous-post?before=99",
    "/account",
    "/account/password",
    "/account/email",
    "/account/email/confirm?token=x",
    "/account/sessions",
    "/account/sessions?before=1-0123456789abcdef",
    "/account/tokens",
    "/account/delete?token=x",
    "/feedback",
    "/login",
    "/register",
    "/api",
    "/developers/first-bot",
    "/developers/socket",
    "/developers/jobs",
    "/sitemap.xml",
    "/robots.txt",
    "/.well-known/security.txt",
    "/healthz",
    "/metrics",
  ];
  const calls = [
    ...jobFilters.map((query) => `/api/jobs?${query}`),
    `/api/jobs/${ids.job}`,
    ...[
      ...["", "search=me", "search=meera", "batchYear=2019", "limit=1", "topic=charts&branch=Civil"],
      ...["branch=Civil", "company=Harbour&search=meera", "mentoring=1&topic=charts&limit=1"],
    ].map((query) => `/api/users?${query}`),
    "/api/users/me",
    "/api/users/me/today",
    `/api/users/${rohan.id}`,
    ...contributionKinds.map((kind) => `/api/users/${asha.id}/given?kind=${kind}&cursor=99`),
    "/api/messages/conversations",
    "/api/messages/conversations?cursor=99",
    `/api/messages/history/${asha.id}/${rohan.id}`,
    `/api/messages/history/${asha.id}/${rohan.id}?before=99&after=1`,
    `/api/messages/history/${asha.id}/${alias}?before=99`,
    `/api/users/${alias}`,
    "/api/users/me/blocks",
    "/api/users/me/blocks?cursor=1~1",
    "/api/messages/search?q=chart&cursor=99",
    "/api/search?q=chart&kind=messages&cursor=3",
    "/api/search/suggestions?q=chart",
    "/api/anonymous-messages",
    "/api/anonymous-messages?before=99&after=1",
    ...resourceFilters.map((query) => `/api/resources?${query}`),
    "/api/resources?categoryId=2&cursor=99",
    "/api/resources/categories",
    `/api/resources/${ids.resource}`,
  ];
  makeAdmin(server, meera);
  const nextUsers = (await asha.get("/api/users?limit=1")).headers.get("Link");
  if (nextUsers) calls.push(/<(.*)>/.exec(nextUsers)?.[1] ?? "");
  const statuses: [string, number][] = [];
  for (const path of pages)
    for (const visitor of [guest, browser]) statuses.push([path, (await visitor.get(path)).status]);
  for (const path of calls)
    for (const visitor of [asha, meera]) statuses.push([path, (await visitor.get(path)).status]);
  expect(statuses.filter(([, status]) => status >= 500)).toEqual([]);

  for (const intent of ["save", "forget", "close", "reopen"])
    await browser.post(`/jobs/${ids.job}`, { intent });
  await asha.call("PUT", `/api/resources/${ids.resource}`, { categoryId: "3", year: 1 });
  for (const intent of ["ask", "withdraw", "accept", "decline", "remove"])
    await browser.post("/connections", { intent, userId: rohan.id });
  offerMentoring(server, meera);
  for (const act of [{ intent: "accept" }, { intent: "end", text: "Thank you." }]) {
    const path = (await askMentor(rohan, meera)).replace("/api", "");
    await meera.call("PUT", `/api${path}`, { state: "accepted" });
    const page = browse(server, rohan);
    await page.get(path);
    await page.post(path, act);
    await rohan.get("/api/mentoring?kind=past&cursor=99");
    await rohan.get("/api/mentoring");
    await rohan.call("PUT", `/api${path}`, { state: "ended" });
  }
  await meera.call("PUT", "/api/mentoring/1", { state: "declined" });
  await asha.call("PUT", `/api/users/${rohan.id}/connection`);
  await asha.call("DELETE", `/api/users/${rohan.id}/connection`);
  const admin = browse(server, meera);
  const line = (await rohan.get("/api/anonymous-messages?limit=1")).body;
  const rohans = browse(server, rohan);
  await tourQuestions({ asha, rohan, ashas: browser, rohans, admins: admin });
  const reported = [
    `subject=job&id=${ids.job}`,
    `subject=resource&id=${ids.resource}`,
    `subject=room-line&id=${line[0]?.id}`,
    `subject=user&id=${asha.id}`,
    "subject=event&id=1",
    "subject=message&id=1",
    "subject=alias&id=anon_1",
  ];
  for (const thing of reported) {
    await rohans.get(`/reports/new?${thing}`);
    await rohans.post(`/reports/new?${thing}`, { reason: "Look at this" });
  }
  await rohans.get("/reports?before=99");
  const paths = [
    "",
    "/reports?before=99",
    "/reports/decided?before=99",
    "/mutes",
    "/landing",
    "/landing/placed",
    "/feedback?before=99",
    "/audit?before=99",
    "/audit?person=asha&kind=mutes&month=2026-03",
    "/audit.csv?person=1",
    "/members?batch=2020",
    "/members?batch=2020&search=asha",
  ];
  for (const path of paths) expect((await admin.get(`/admin${path}`)).status).toBe(200);
  expect((await admin.get("/jobs/mine?show=report")).text).toContain("Jobs by month");
  for (let id = 1; id <= 7; id++) await admin.get(`/admin/reports/${id}`);
  expect((await admin.get("/admin/reports/1/mute")).status).toBe(200);
  await admin.get(`/admin/members/${asha.id}/suspend`);
  await admin.get(`/admin/members/${asha.id}/delete`);
  await admin.post("/admin/landing", { intent: "hide", section: "partners" });
  await admin.post("/admin/landing/partners", { name1: "Harbour College" });
  for (let id = 1; id <= 7; id++)
    await admin.post(`/admin/reports/${id}`, { intent: "mute", reason: "Spam", length: "day" });
  await admin.post("/admin/mutes", { who: asha.id });
  await admin.post("/admin/mutes", { who: "anon_1" });
  await admin.post("/admin/mutes", { who: "guest_00ff" });
  for (const query of ["", "search=me", "search=meera&before=99"]) {
    for (const list of ["all", "pending", "suspended", "admins"])
      expect((await admin.get(`/admin/members?list=${list}&${query}`)).status).toBe(200);
  }
  await changeAccounts(server, admin, asha, rohan);

  await browser.post(`/messages/${rohan.id}`, { content: "By the form" });
  await browser.post("/profile?edit", profileForm);
  await postAvatar(browser, await picture());
  await postAvatar(browser, await picture());
  await browser.post("/profile", { intent: "remove-avatar" });
  await meera.call("PUT", `/api/users/${asha.id}`, { branch: "Civil Engineering" });
  await rohan.call("PUT", `/api/users/${asha.id}`, { branch: "Civil Engineering" });
  await browser.post("/blocks", { intent: "unblock", person: alias });
  await browser.post("/blocks", { intent: "refuse-anonymous" });
  await browser.post(`/jobs/${ids.job}`, { intent: "close" });
  await browser.post(`/resources/${ids.resource}`, { intent: "delete" });
  await browser.post(`/jobs/${ids.job}`, { intent: "delete" });
  await browser.post("/resources", { intent: "seed" });
  await guest.post("/feedback", { text: "More charts." });
  await asha.call("POST", "/api/seed-categories");
  const image = new FormData();
  image.append("file", new Blob([new Uint8Array(pdf("no picture"))]), "a.png");
  await asha.call("POST", "/api/uploads", image);
  await guest.post("/forgot-password", { email: meera.email });
  const link = await mailedLink(server, meera.email, "/reset-password");
  await guest.get(link);
  const token = link.split("token=")[1] ?? "";
  await guest.post("/reset-password", {
    token,
    password: "another long secret",
    confirmPassword: "another long secret",
  });
  await guest.get("/auth/google");
  await browser.post("/logout", {});
  await asha.call("POST", "/api/users/logout");
}

/** Does what members do with their accounts, and administrators with members. */
async function changeAccounts(
  server: TestServer,
  admin: Visitor,
  asha: Member,
  rohan: Member,
): Promise<void> {
  const kabir = await join(server, "kabir");
  for (const intent of ["promote", "demote", "suspend", "unsuspend", "approve", "decline"]) {
    await admin.post("/admin/members", { intent, id: kabir.id });
  }
  const form = new FormData();
  form.set("file", new File(["Name,Email,Batch year\nTara Rao,tara@college.example,2027"], "list.csv"));
  const sent = await admin.fetch("/admin/members/import", {
    method: "POST",
    headers: { Origin: server.url },
    body: form,
  });
  await admin.get(sent.headers.get("Location") ?? "");
  await admin.post(sent.headers.get("Location") ?? "", { intent: "run" });

  const browser = browse(server, kabir);
  await browser.post("/account/notices", {
    "event-changed": "digest",
    digestHour: "8",
    quietFrom: "22:00",
    quietTo: "07:00",
  });
  await browser.post("/account/notices", { intent: "resume" });
  await browser.post("/notices", { intent: "read-all" });
  const search = { kind: "jobs", query: "search=x", frequency: "daily" };
  await browser.post("/account/searches", { intent: "save", ...search });
  await browser.post("/account/searches", { intent: "delete", id: "1" });
  const email = "kabir.new@college.example";
  await browser.post("/account/email", { email, currentPassword: password });
  const link = await mailedLink(server, email, "/account/email/confirm");
  await browser.post("/account/email/confirm", { token: link.split("token=")[1] ?? "" });
  const secret = "a rather new secret";
  await browser.post("/account/password", {
    currentPassword: password,
    password: secret,
    confirmPassword: secret,
  });
  await browser.post("/account/sessions", { intent: "end", id: "0123456789abcdef" });
  await browser.post("/account/sessions", { intent: "end-others" });
  await browser.post("/account/tokens", { name: "Bot", access: "read" });
  await browser.post("/account/tokens", { intent: "end", id: "0123456789abcdef" });
  for (const member of [asha, rohan]) {
    const message = { senderId: member.id, receiverId: kabir.id, content: "Hello", isAnonymous: false };
    await member.call("POST", "/api/messages/send", message);
  }
  await browser.post("/account/data", {});
  await browser.post("/account/delete?by=mail", {});
  const gone = await browser.post("/account/delete", { posts: "delete", currentPassword: secret });
  expect(gone.headers.get("Location")).toBe("/login");
}

/** Runs the timers, with work for those that read many rows. */
async function passDays(server: TestServer): Promise<void> {
  const [tara, kiran] = [
    await join(server, "asha", "devi@college.example"),
    await join(server, "kabir", "kiran@college.example"),
  ];
  const day = (days: number) =>
    new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" }).format(Date.now() + days * dayMs);
  const posted = await tara.call("POST", "/api/jobs", { ...job, deadline: day(1) });
  await browse(server, kiran).post(`/jobs/${posted.body.id}`, { intent: "save" });
  const announced = await tara.call("POST", "/api/events", { ...event, date: `${day(30)}T10:00` });
  const path = `/api/events/${announced.body.data.id}`;
  await kiran.call("POST", `${path}/register`);
  const { id: asked } = await ask(tara);
  const things = [`/api/jobs/${posted.body.id}`, `/api/questions/${asked}`, path];
  for (const thing of things) {
    await tara.call("DELETE", thing);
    expect((await tara.call("POST", `${thing}/restore`)).status).toBe(200);
  }
  await tara.call("DELETE", path);
  await tara.call("DELETE", `/api/questions/${asked}`);
  await browse(server, tara).post("/bin", { intent: "delete", subject: "question", id: String(asked) });
  const count = (what: string) => server.database().prepare(`select count(*) from ${what}`).pluck().get();
  await passTime(server, minuteMs);
  await waitUntil("a deadline's notice", () => count("notices where kind = 'job-deadline'") === 1);
  for (let hours = 0; hours < 8 * 24 && count("bin where subject = 'event'") !== 0; hours += 6)
    await passTime(server, 6 * 60 * minuteMs);
  await waitUntil("an empty bin", () => count("bin where subject = 'event'") === 0);
  await waitUntil("a cancellation", () => count("notices where kind = 'event-cancelled'") === 1);
}

/** @returns the steps of the statement's query plan */
function explain(database: Database, statement: string): string[] {
  const plan = database.prepare(`explain query plan ${statement}`);
  // Without statistics SQLite's plan depends on neither values nor rows, so null for every parameter will do.
  for (let count = 0; count < 100; count++) {
    try {
      return (plan.all(...Array(count).fill(null)) as { detail: string }[]).map(({ detail }) => detail);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  throw new Error(`too many values: ${statement}`);
}

test("no statement of a request or timer scans a whole growing table", async () => {
  const folder = mkdtempSync(joinPath(tmpdir(), "quadrant-statements-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const record = joinPath(folder, "statements");
  const provider = await startOpenId();
  const server = await startServer({
    ...provider.settings,
    RATE_LIMITS: "off",
    RECORD_STATEMENTS: record,
    NODE_OPTIONS: `--import=${clock} --import=${resolve("tests/support/record-statements.ts")}`,
  });
  const database = server.database();
  await tour(server);
  await passDays(server);
  const statements = readFileSync(record, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as string)
    .filter((statement) => /^\s*(select|insert|update|delete|with)\b/i.test(statement));
  const read = (pattern: RegExp) => statements.filter((statement) => pattern.test(statement)).length;
  expect([read(/^select/i) > 40, read(/^insert/i) > 10, read(/^update/i) > 5, read(/^delete/i) > 3]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  const tables = new Set(
    (database.prepare("select name from sqlite_schema where type = 'table'").all() as { name: string }[])
      .map(({ name }) => name)
      .filter((name) => !smallTables.test(name)),
  );

  const scans = statements.flatMap((statement) => {
    const plan = explain(database, statement);
    const hasScan = plan.some((step) => {
      const [, table = "", by] = /^SCAN (\w+)( VIRTUAL| USING)?/.exec(step) ?? [];
      // A scan along an index is bounded only if the statement has a limit.
      const isBounded = by === " VIRTUAL" || (by === " USING" && /limit \?/i.test(statement));
      return tables.has(table) && !isBounded;
    });
    const isAllowed = allowed.some((each) => each.statement.test(statement));
    return hasScan && !isAllowed && !isNewestFirst(statement, plan) ? [{ statement, plan }] : [];
  });
  expect(scans).toEqual([]);

  // SQLite rebuilds a correlated list for each outer row. The directory's is limited: one for each batch year.
  const lists = statements.filter(
    (each) =>
      !each.includes("json_each(?) year cross join users first") &&
      explain(database, each).some((step) => step.startsWith("CORRELATED LIST SUBQUERY")),
  );
  expect(lists).toEqual([]);

  // A page of contributions reads only its own rows, whether the person has 5 or 5,000.
  const plans = statements
    .filter((each) => /desc limit \?/.test(each))
    .map((each) => explain(database, each));
  for (const index of [
    "answers_given",
    "resources_user",
    "events_organizer",
    "jobs_poster_open",
    "thanks_receiver",
  ])
    expect([
      index,
      plans.some((plan) => plan.join().includes(`${index} (`) && !plan.join().includes("TEMP B-TREE")),
    ]).toEqual([index, true]);

  const uncapped = statements.filter(
    (statement) =>
      // Stores an audience as one list, so it needs the whole count.
      !statement.startsWith('insert into "fan_outs"') &&
      // Counts that one subject bounds: the queue ahead in a waiting list, the tags and posts of a question, a member's
      // topics and requests of a week, an author's mails of a day, one reaction per member, and rows that
      // stayed while their item was in the bin.
      /count\(\*\)(?! as total\s+from room_reactions| from (event_waiting ahead|json_each|mails as sent|user_topics as offered|question_asks as asked|bin_rows as binned|\w+ where \w+ = bin_rows\.|\(select told\.))/i.test(
        statement,
      ) &&
      !/limit (\?|\d)/i.test(statement),
  );
  expect(uncapped).toEqual([]);
  await server.stop();
  await provider.stop();
});
