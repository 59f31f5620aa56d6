import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath, resolve } from "node:path";
import Client, { type Database } from "better-sqlite3";
import { beforeAll, expect, test } from "vitest";
import { contributionKinds } from "../../app/people/contributions-input.server.ts";
import { minuteMs } from "../../app/platform/time/durations.ts";
import { pdf } from "../../scripts/demo/sample-files.ts";
import { createBoard } from "../support/boards.ts";
import { runCommand } from "../support/commands.ts";
import { shareExperience } from "../support/experiences.ts";
import { askMentor, offerMentoring } from "../support/mentoring.ts";
import { aliasFor, sendTo } from "../support/messages.ts";
import { startOpenId } from "../support/openid.ts";
import { mailedLink } from "../support/outbox.ts";
import { browse, event, job, join, type Member, makeAdmin, password } from "../support/people.ts";
import { picture, postAvatar, profileForm } from "../support/profile.ts";
import { ask } from "../support/questions.ts";
import { tourQuestions } from "../support/questions-tour.ts";
import { countRows } from "../support/rows.ts";
import { startS3 } from "../support/s3.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { Socket } from "../support/socket.ts";
import { clock, dayIn, passTime, setClock } from "../support/time.ts";
import { share } from "../support/upload.ts";
import { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

/** Tables that do not grow with the community, such as categories, totals, boards and work in progress. */
const smallTables =
  /^(account_deletions|fan_outs|boards|resource_categories|resource_totals|batch_totals|branches|handover|landing|programmes|site_settings|leases|migrations|sqlite_master|sqlite_schema)$/;

const countOfTable = /^select count\(\*\) from "\w+"$/;

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
  { statement: countOfTable, reason: "a backup, a restore and a move count the rows of every table" },
  {
    statement: /^select name from \(select "sha256" as name from files union/,
    reason: "a backup reads the name of every stored file",
  },
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

/** Sorted rows of a bounded number: a step of the query plan or a list inside the statement, and the bound. */
const bounded: { rows: RegExp; bound: string }[] = [
  {
    rows: /VIRTUAL TABLE INDEX [13]:$|^select [^;]* from json_each\(\?\)/,
    bound: "the entries of one parameter",
  },
  { rows: /user_topics_1 \(user_id=|from user_topics\s+join tags/, bound: "a member's topics, at most 5" },
  { rows: /old_tag_names_tag \(/, bound: "earlier names of a question's tags" },
  { rows: /from question_tags\s+join tags/, bound: "a question's tags, at most 5" },
  {
    rows: /board_keepers_1 \(board_id=|^select keeping\.user_id from/,
    bound: "a board's keepers, at most 5",
  },
  {
    rows: /board_(pins|confirmations)_1 \(user_id=/,
    bound: "the boards that one member has pinned or confirmed, at most 50",
  },
  { rows: /board_remarks_board \(board_id=/, bound: "a board's remarks, at most 50" },
  { rows: /attachments_message \(message_id=/, bound: "a message's files, at most 4" },
  {
    rows: /event_organizers_1 \(event_id=|from event_organizers asked/,
    bound: "an event's organizers, at most 5",
  },
  { rows: /event_organizers_user \(user_id=/, bound: "coming events that one member is asked to organize" },
  {
    rows: /^select own\.id from events own/,
    bound: "events that one member organizes, attends or waits for",
  },
  { rows: /event_waiting_line \(event_id=/, bound: "the waiting lists of coming events with a free seat" },
  { rows: /events_starts \(starts_at>/, bound: "coming events" },
  { rows: /saved_searches_once \(user_id=/, bound: "a member's saved searches, at most 10" },
  { rows: /sessions_user \(user_id=/, bound: "a member's sessions and tokens, at most 50 of each" },
  { rows: /users_email_key \(/, bound: "spellings of one address" },
  { rows: /users_batch \(status=\? AND batch_year=/, bound: "one batch" },
  { rows: /question_aliases_user \(user_id=|^select alias from/, bound: "names that hide one member" },
  { rows: /alias_mutes_1 \(alias=/, bound: "names that hide one member" },
  { rows: /(answers|comments|experiences)_alias \(alias=/, bound: "one member's posts with a hidden name" },
  { rows: /comments_(answer|of_question) \(/, bound: "the comments of a page's posts, at most 100 each" },
  {
    rows: /thanks_(answer|comment|resource|event|experience) \(/,
    bound: "thanks for one thing, at most one per member",
  },
  { rows: /notices_unread \(user_id=\? AND kind=\?\)$/, bound: "one member's unread notices of a kind" },
  { rows: /jobs_poster_open \(posted_by=/, bound: "one member's open jobs" },
  { rows: /SEARCH jobs USING INTEGER PRIMARY KEY \(rowid>/, bound: "the newest 5,000 jobs" },
  { rows: /SEARCH resources USING INTEGER PRIMARY KEY \(rowid>/, bound: "the newest 1,000 resources" },
  { rows: /bin_rows_id \(table_name=\?\)$/, bound: "what was deleted within seven days, for a backup" },
  { rows: /reports_(author|about) \(/, bound: "reports about one member" },
  { rows: /audit_entries_(admin|member) \(/, bound: "the audit trail of the members searched for" },
  {
    rows: /(mentorings_(mentor|mentee)|connections_high|notices_newest|question_asks_helper|images_user|board_keepers_user) \(\w+=\?\)$/,
    bound: "one member's rows for the archive",
  },
  { rows: /connections_1 \(low_id=\?\)$/, bound: "one member's connections for the archive" },
  { rows: /job_applications_of_job \(/, bound: "applications to one member's jobs for the archive" },
  { rows: /row_number\(\) over \(\) - 1/, bound: "an audience, which one insert divides into batches" },
  {
    rows: /(connections_asked_(by|of)|blocks_newest|conversations_blocked) \(/,
    bound: "rows of one member with the same time",
  },
];

/** Whether the statement reads backwards along the primary key and stops at its limit. */
const isNewestFirst = (statement: string, plan: Step[]) =>
  /order by ("?\w+"?\.)?"?id"? desc limit \?/i.test(statement) &&
  !plan.some(({ detail }) => detail.startsWith("USE TEMP B-TREE"));

/** Requests every page, call and frame once, as guest, member and administrator. */
async function tour(server: TestServer): Promise<void> {
  const [asha, rohan, meera] = [
    await join(server, "asha"),
    await join(server, "rohan"),
    await join(server, "meera"),
  ];
  const guest = new Visitor(server.url);
  const browser = browse(server, asha);

  const ids = { job: "", resource: "", message: "", board: "" };
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
  await shareExperience(asha);
  ids.board = (await createBoard(server, asha, { keepers: [asha.id, rohan.id] })).slug;
  await asha.call("PUT", `/api/boards/${ids.board}`, { title: "Menu", keepers: [asha.id, meera.id] });
  await browser.post(`/boards/${ids.board}`, { intent: "pin" });
  await browser.post(`/boards/${ids.board}`, { intent: "unpin" });
  await browser.post(`/boards/${ids.board}`, { intent: "right" });
  await browser.post(`/boards/${ids.board}`, { intent: "wrong", remark: "Closed on Sundays" });
  await browser.post(`/boards/${ids.board}`, { intent: "done", newest: "99" });
  await asha.call("DELETE", `/api/boards/${(await createBoard(server, asha)).slug}`);
  await asha.call("DELETE", `/api/experiences/${(await shareExperience(asha, { isAnonymous: true })).id}`);
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
  const experienceFilters = ["role=chart", "role=ch", "year=2024", "year=2024&role=chart", "cursor=99"];
  const resourceFilters = [
    "",
    "search=chart",
    "search=ch",
    "category=gate-notes&year=2",
    "search=chart&page=2&year=2",
    "courseCode=ME201",
    "resourceType=notes&year=2",
    "paperYear=2024",
    "exam=quiz",
    "courseCode=ME201&paperYear=2024&exam=quiz&year=2",
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
    "/companies",
    "/boards",
    `/boards/${ids.board}`,
    `/boards/${ids.board}/edit`,
    `/boards/${ids.board}/history?cursor=99`,
    `/boards/${ids.board}/keepers?name=rohan`,
    "/companies/Northlight%20Robotics",
    ...experienceFilters.map((query) => `/companies/Northlight%20Robotics?${query}`),
    "/experiences/new",
    "/jobs/mine",
    "/jobs/mine?cursor=99",
    "/jobs/mine?show=saved&cursor=99",
    "/post-job",
    "/resources",
    ...resourceFilters.map((query) => `/resources/browse?${query}`),
    "/resources/upload",
    "/resources/category/gate-notes",
    "/resources/courses/me201",
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
    "/account/calendar",
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
    "/api/companies",
    "/api/boards",
    "/api/boards?cursor=99",
    `/api/boards/${ids.board}`,
    ...["", "company=Northlight", ...experienceFilters].map((query) => `/api/experiences?${query}`),
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
    await rohans.post(`/reports/new?${thing}`, { reason: "Look at this", kind: "asks-for-money" });
  }
  await rohans.get("/reports?before=99");
  const paths = [
    "",
    "/reports?before=99",
    "/reports/decided?before=99",
    "/mutes",
    "/settings",
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
  await admin.post("/admin/settings", { siteName: "The Quad", version: "0" });
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
  for (const id of ["google", "oidc"]) await signInAt(server, id);
  await browser.post("/logout", {});
  await asha.call("POST", "/api/users/logout");
}

/** Joins by an OpenID provider, and logs in with it. */
async function signInAt({ url }: TestServer, id: string): Promise<void> {
  for (const visitor of [new Visitor(url), new Visitor(url)]) {
    const away = await visitor.get(`/auth/${id}`);
    const back = await fetch(away.headers.get("Location") ?? "", { redirect: "manual" });
    const { pathname, search } = new URL(back.headers.get("Location") ?? "");
    const { headers } = await visitor.get(pathname + search);
    const details = { phone: "98765 43210", countryCode: "+91", batchYear: "2027", skills: "" };
    if (headers.get("Location")?.startsWith("/auth")) await visitor.post(`/auth/${id}/complete`, details);
  }
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
  const calendar = await browser.post("/account/calendar", { intent: "make", deadlines: "on" });
  await browser.get(/\/calendar\/[\w-]{22}\.ics/.exec(calendar.text)?.[0] ?? "");
  await browser.post("/account/calendar", { intent: "save" });
  await browser.post("/account/calendar", { intent: "end" });
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
  // At noon, so that midnight does not pass between a deadline and its notice.
  const noon = Date.parse(`${dayIn(1)}T06:30:00Z`);
  await setClock(server, noon);
  const [tara, kiran] = [
    await join(server, "asha", "devi@college.example"),
    await join(server, "kabir", "kiran@college.example"),
  ];
  const posted = await tara.call("POST", "/api/jobs", { ...job, deadline: dayIn(1, noon) });
  await browse(server, kiran).post(`/jobs/${posted.body.id}`, { intent: "save" });
  const announced = await tara.call("POST", "/api/events", { ...event, date: `${dayIn(30)}T10:00` });
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
  await passTime(server, minuteMs);
  await waitUntil(
    "a deadline's notice",
    () => countRows(server, "notices where kind = 'job-deadline'") === 1,
  );
  for (let hours = 0; hours < 8 * 24 && countRows(server, "bin where subject = 'event'") !== 0; hours += 6)
    await passTime(server, 6 * 60 * minuteMs);
  await waitUntil("an empty bin", () => countRows(server, "bin where subject = 'event'") === 0);
  await waitUntil("a cancellation", () => countRows(server, "notices where kind = 'event-cancelled'") === 1);
}

/** Runs the commands of `scripts/`, and restores a backup into `restored` of the folder. */
async function runCommands(
  server: TestServer,
  folder: string,
  recording: Record<string, string>,
): Promise<void> {
  const { storage } = server;
  const run = (name: string, store: string, args: string[], settings = {}) =>
    runCommand(name, store, args, { ...recording, ...settings });
  const bucket = await startS3();
  const { FILES_URL = "", ...key } = bucket.settings;
  const [backup, restored] = [joinPath(folder, "backup"), joinPath(folder, "restored")];
  const email = "devi@college.example";
  const outcomes = [
    await run("make-admin", storage, [email]),
    await run("make-admin", storage, [email, "--revoke"]),
    await run("make-admin", storage, [email, "--reset-second-factor"]),
    await run("doctor", storage, ["--store"]),
    await run("backup", storage, [backup, "--verify"]),
    await run("restore", restored, [backup]),
    await run("move", restored, ["--to", FILES_URL], key),
  ];
  await bucket.stop();
  expect(outcomes.filter(({ status }) => status !== 0)).toEqual([]);
}

interface Step {
  id: number;
  parent: number;
  detail: string;
}

/** @returns the steps of the statement's query plan */
function explain(database: Database, statement: string): Step[] {
  const plan = database.prepare(`explain query plan ${statement}`);
  // Without statistics SQLite's plan depends on neither values nor rows, so null for every parameter will do.
  for (let count = 0; count < 400; count++) {
    try {
      return plan.all(...Array(count).fill(null)) as Step[];
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  throw new Error(`too many values: ${statement}`);
}

/** The statements inside triggers but for refusals, with parameters for the columns of the changed row. */
function statementsOfTriggers(database: Database): string[] {
  const triggers = database.prepare("select sql from sqlite_schema where type = 'trigger'").pluck();
  return (triggers.all() as string[])
    .flatMap((sql) => sql.slice(sql.search(/\bbegin\b/i) + "begin".length, sql.lastIndexOf("end")).split(";"))
    .filter((statement) => !/\braise\(/i.test(statement))
    .map((statement) => statement.trim().replaceAll(/\b(?:new|old)\."?\w+"?/gi, "?"));
}

/** The selects in parentheses that a statement takes rows from. */
function listsOf(statement: string): string[] {
  return [...statement.matchAll(/\b(?:in|from|join) \(\s*(?=select)/gi)].map((match) => {
    const begin = match.index + match[0].length;
    let end = begin;
    for (let open = 1; open > 0 && end < statement.length; end++) {
      if (statement[end] === "(") open++;
      else if (statement[end] === ")") open--;
    }
    return statement.slice(begin, end - 1).replaceAll(/\s+/g, " ");
  });
}

/** The steps that read the rows of one select. */
const readingSteps = (plan: Step[], parent: number): string[] =>
  plan
    .filter((step) => step.parent === parent)
    .flatMap(({ id, detail }) => {
      if (/^(MULTI-INDEX OR|INDEX \d)/.test(detail)) return readingSteps(plan, id);
      return /^(SCAN|SEARCH)/.test(detail) ? [detail] : [];
    });

const isBounded = (rows: string) => bounded.some((each) => each.rows.test(rows));

/** Whether a name in a query plan is one of the tables or its alias, and not a select's. */
const isTable = (name: string, statement: string, plan: Step[], tables: Set<string>) =>
  tables.has(name) ||
  (!plan.some(({ detail }) => detail === `CO-ROUTINE ${name}` || detail === `MATERIALIZE ${name}`) &&
    [...statement.matchAll(RegExp(`"?(\\w+)"? (?:as )?"?${name}"?\\b`, "g"))].some(([, table = ""]) =>
      tables.has(table),
    ));

/** The sorts of a statement whose number of rows nothing bounds. */
function findSorts(statement: string, plan: Step[], tables: Set<string>): string[] {
  // A row found by its key, and a row of a list, add nothing to the number of rows of the list.
  const isOfList = (step: string) => {
    if (/\b(row)?id=\?\)( LEFT-JOIN)?$| LEFT-JOIN$| EXISTS USING |^SCAN CONSTANT ROW$/.test(step))
      return true;
    const name = /^SCAN (\w+|\(subquery-\d+\))$/.exec(step)?.[1];
    return name !== undefined && (name.startsWith("(") || !isTable(name, statement, plan, tables));
  };
  const isListBounded = (list: string) => /\blimit\b/.test(list) || isBounded(list);
  return plan
    .filter(({ detail }) => detail.startsWith("USE TEMP B-TREE"))
    .flatMap(({ parent, detail }) => {
      const steps = readingSteps(plan, parent);
      const rows = steps.every(isOfList)
        ? listsOf(statement).filter((list) => !isListBounded(list))
        : steps.filter((step) => !isOfList(step) && !isBounded(step));
      return rows.map((row) => `${detail.replace("USE TEMP B-TREE FOR ", "")} of ${row}`);
    });
}

let database: Database;
let statements: { statement: string; plan: Step[] }[];
let tables: Set<string>;

/** Records the statements of requests, timers and commands, and reads those of triggers. */
beforeAll(async () => {
  const folder = mkdtempSync(joinPath(tmpdir(), "quadrant-statements-"));
  const record = joinPath(folder, "statements");
  const recording = {
    RECORD_STATEMENTS: record,
    NODE_OPTIONS: `--import=${clock} --import=${resolve("tests/support/record-statements.ts")}`,
  };
  const provider = await startOpenId();
  provider.person = { sub: "1", email: "provider@college.example", email_verified: true, name: "Ila Sen" };
  const server = await startServer({
    ...provider.settings,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.client.id,
    OIDC_CLIENT_SECRET: provider.client.secret,
    ...recording,
    RATE_LIMITS: "off",
  });
  await tour(server);
  await passDays(server);
  await runCommands(server, folder, recording);
  database = new Client(joinPath(folder, "restored", "community.sqlite"));
  tables = new Set(
    (database.prepare("select name from sqlite_schema where type = 'table'").all() as { name: string }[])
      .map(({ name }) => name)
      .filter((name) => !smallTables.test(name)),
  );
  const recorded = readFileSync(record, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as string);
  statements = [...new Set([...recorded, ...statementsOfTriggers(database)])]
    .filter((statement) => /^\s*(select|insert|update|delete|with)\b/i.test(statement))
    // The plan of what is compiled (`hideValues` in `db/client.ts`), and the text as it was written.
    .map((statement) => ({ statement: statement.replaceAll("+?", "?"), plan: explain(database, statement) }));
  return async () => {
    database.close();
    await server.stop();
    await provider.stop();
    rmSync(folder, { recursive: true });
  };
  // It starts many processes one after another, which took more than four minutes beside other work.
}, 1_200_000);

test("requests, timers and commands run statements of every kind", () => {
  const read = (pattern: RegExp) => statements.filter(({ statement }) => pattern.test(statement)).length;
  expect(read(/^select/i)).toBeGreaterThan(40);
  expect(read(/^insert/i)).toBeGreaterThan(10);
  expect(read(/^update/i)).toBeGreaterThan(5);
  expect(read(/^delete/i)).toBeGreaterThan(3);
});

test("no statement of a request, timer, command or trigger scans a whole growing table", () => {
  const scans = statements.filter(({ statement, plan }) => {
    const hasScan = plan.some(({ detail }) => {
      const [, name = "", by] = /^SCAN (\w+)( VIRTUAL| USING)?/.exec(detail) ?? [];
      // A scan along an index is bounded only if the statement has a limit.
      const isLimited = by === " VIRTUAL" || (by === " USING" && /limit \?/i.test(statement));
      return name !== "" && !isLimited && isTable(name, statement, plan, tables);
    });
    return (
      hasScan && !allowed.some((each) => each.statement.test(statement)) && !isNewestFirst(statement, plan)
    );
  });
  expect(scans).toEqual([]);
});

test("no statement rebuilds a list for each row of another one", () => {
  // The directory's is limited: one for each batch year.
  const lists = statements.filter(
    ({ statement, plan }) =>
      !statement.includes("json_each(?) year cross join users first") &&
      plan.some(({ detail }) => detail.startsWith("CORRELATED LIST SUBQUERY")),
  );
  expect(lists).toEqual([]);
});

test("no statement sorts a number of rows that grows with the community", () => {
  const sorts = statements.flatMap(({ statement, plan }) => {
    const found = findSorts(statement, plan, tables);
    return found.length > 0 ? [{ statement, found }] : [];
  });
  expect(sorts).toEqual([]);
});

test("a page of contributions reads only its own rows, whether the person has 5 or 5,000", () => {
  const plans = statements
    .filter(({ statement }) => /desc limit \?/.test(statement))
    .map(({ plan }) => plan.map(({ detail }) => detail).join());
  for (const index of [
    "answers_given",
    "resources_user",
    "events_organizer",
    "jobs_poster_open",
    "thanks_receiver",
  ])
    expect([
      index,
      plans.some((plan) => plan.includes(`${index} (`) && !plan.includes("TEMP B-TREE")),
    ]).toEqual([index, true]);
});

test("every count of rows has a limit", () => {
  const uncapped = statements.filter(
    ({ statement }) =>
      // Stores an audience as one list, so it needs the whole count.
      !statement.startsWith('insert into "fan_outs"') &&
      // Commands count every table.
      !countOfTable.test(statement) &&
      // Counts that one subject bounds: the queue ahead in a waiting list, the tags and posts of a question, a member's
      // topics and requests of a week, an author's mails of a day, one reaction per member, and rows that
      // stayed while their item was in the bin.
      /count\(\*\)(?! as total\s+from room_reactions| from (event_waiting ahead|json_each|mails as sent|user_topics as offered|question_asks as asked|bin_rows as binned|\w+ where \w+ = bin_rows\.|\(select told\.))/i.test(
        statement,
      ) &&
      !/limit (\?|\d)/i.test(statement),
  );
  expect(uncapped).toEqual([]);
});
