import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { announce } from "../support/events.ts";
import { listReads, makeVisits } from "../support/every-read.ts";
import { copyLargeStore, small, storeTime } from "../support/large-store.ts";
import { measure, startMeasuring } from "../support/measure.ts";
import { sample, sized } from "../support/nightly.ts";
import { mailSettings, ownOrigin } from "../support/notices.ts";
import { browse, job, join, makeAdmin, password } from "../support/people.ts";
import { answer, ask, comment } from "../support/questions.ts";
import { countRows } from "../support/rows.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { startSmtp } from "../support/smtp.ts";
import { clock, passTime, setClock } from "../support/time.ts";
import { share } from "../support/upload.ts";
import { waitUntil } from "../support/wait-until.ts";

/** Rows that one statement may change, however many belong to an item or account. */
const maxChangedRows = 500;
/** Followers to notify, enough for several batches. */
const followers = sized(2_400, 40_000);
/** 7:50 in Berlin, ten minutes before the digest. */
const morning = Date.parse("2026-03-25T06:50:00Z");

const smtp = await startSmtp();
const server = await startServer(
  { ...mailSettings(smtp, morning), SMTP_URL: "" },
  undefined,
  resolve("tests/support/clock-and-measure.ts"),
);
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

const database = server.database();
const numbers = (count: number) =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;
/** Adds members whose addresses begin with `name`. */
function addMembers(name: string, count: number): void {
  database.exec(`${numbers(count)} insert into users (email, email_confirmed_at, password_hash, first_name, last_name, name,
      phone, batch_year, skills, created_at)
    select '${name}' || i || '@many.example', 1, '', 'Rohan', 'Pillai', 'Rohan Pillai',
      '+91 9876543210', 2026, '', 1 from n`);
}

const [asha, rohan] = [await join(server, "asha"), await join(server, "rohan")];

beforeEach(() => setClock(server, morning));

/** Adds a row for each member whose address begins with `name`. */
const addOfEach = (name: string, table: string, columns: string, values: string, from = "users") =>
  database.exec(
    `insert into ${table} (${columns}) select ${values} from ${from} where email like '${name}%'`,
  );
/**
 * Triggers notices, and waits until each member whose address begins with `name` has one. @returns the most rows that
 * one statement changed
 */
async function tell(kind: string, name: string, receivers: number, act: () => Promise<unknown>) {
  startMeasuring(server);
  await act();
  await passTime(server, 2_000);
  await waitUntil("all are told", () => countRows(server, `notices where kind = '${kind}'`) >= receivers);
  await waitUntil("nobody is left", () => countRows(server, "fan_outs") === 0);
  const { changedRows } = await measure(server);
  const toldOnce = countRows(
    server,
    `notices join users on users.id = user_id
    where kind = '${kind}' and notices.count = 1 and email like '${name}%'`,
  );
  expect(toldOnce).toBe(receivers);
  return changedRows;
}
test(`a comment on a question with ${followers / 2} followers`, async () => {
  const { id } = await ask(rohan);
  addMembers("follower", followers);
  const half = `(select * from users where email like 'follower%' limit ${followers / 2}) as users`;
  addOfEach("follower", "question_follows", "question_id, user_id", `${id}, users.id`, half);
  const rows = await tell("question-commented", "follower", followers / 2, () =>
    comment(asha, `questions/${id}`),
  );
  expect(rows).toBeLessThanOrEqual(maxChangedRows);
  const remark = database.prepare("select max(id) from comments").pluck().get();
  const told = (count: number) =>
    countRows(server, `notices where kind = 'question-commented' and read_at is null and count = ${count}`);
  const causes = () => countRows(server, "notice_causes");
  const later = await comment(asha, `questions/${id}`);
  await waitUntil("all are told twice", () => told(2) > followers / 2);
  const all = told(2);
  expect(causes()).toBe(2 * all);
  for (const [path, left] of [
    [`comments/${remark}`, 1],
    [`comments/${later}`, 0],
  ] as const) {
    startMeasuring(server);
    expect((await asha.call("DELETE", `/api/${path}`)).status).toBe(204);
    expect([told(2), told(1), causes()]).toEqual([0, left * all, left * all]);
    const { changedRows, writes } = await measure(server);
    expect(changedRows).toBeLessThanOrEqual(maxChangedRows);
    expect(writes["delete notice_causes"]).toBeGreaterThanOrEqual(all / 200);
  }
  for (const text of ["Optimisation", "Statistics"]) await answer(asha, id, text);
  await waitUntil(
    "all hear of the answers",
    () => countRows(server, "notices where kind = 'question-answered' and count = 2") === all,
  );
  await waitUntil("nobody is left", () => countRows(server, "fan_outs") === 0);
  const administrator = await join(server, "meera", "answers@college.example");
  makeAdmin(server, administrator);
  startMeasuring(server);
  expect((await administrator.call("DELETE", `/api/questions/${id}`)).status).toBeLessThan(300);
  expect([countRows(server, "notices where kind = 'question-answered'"), causes()]).toEqual([0, 0]);
  // Two causes are deleted with each notice.
  expect((await measure(server)).changedRows).toBeLessThanOrEqual(200 * 3);
});

const many = sized(1_200, 5_000);
const minute = 60_000;
const binned = "bin where subject = 'event'";
/** Registrations of events that are not live. */
const binnedRows = "event_registrations where event_id not in (select id from events)";

/** Creates an event with many people, and deletes it into the bin. @returns its id */
async function binCrowdedEvent(name: string): Promise<string> {
  const date = new Date(morning + 20 * 24 * 60 * minute).toISOString();
  const { id } = await announce(asha, { date });
  addMembers(name, many);
  addOfEach(name, "event_registrations", "event_id, user_id, created_at", `${id}, users.id, 1`);
  expect((await asha.call("DELETE", `/api/events/${id}`)).status).toBe(200);
  expect(countRows(server, binnedRows)).toBe(many);
  return id;
}

const crowded = [
  {
    subject: "event",
    make: async () =>
      (await announce(asha, { date: new Date(morning + 20 * 24 * 60 * minute).toISOString() })).id,
    rows: {
      event_registrations: "event_id, user_id, created_at",
      event_waiting: "event_id, user_id, created_at",
      thanks: "event_id, user_id, created_at",
    },
  },
  {
    subject: "resource",
    make: async () => (await share(asha, { name: "notes.txt", bytes: Buffer.from("Notes") })).body.data.id,
    rows: { thanks: "resource_id, user_id, created_at" },
  },
  {
    subject: "answer",
    make: async () => (await answer(asha, (await ask(rohan)).id)).id,
    rows: { thanks: "answer_id, user_id, created_at" },
  },
  {
    subject: "question",
    make: async () => (await ask(asha)).id,
    rows: { question_votes: "question_id, user_id", question_follows: "question_id, user_id" },
  },
  {
    subject: "job",
    make: async () => (await asha.call("POST", "/api/jobs", job)).body.id,
    rows: { saved_jobs: "job_id, user_id", job_tracking: "job_id, user_id, opened_at" },
  },
];

test.each(crowded)(
  "the rows of a crowded $subject stay in their tables while it is in the bin",
  async ({ subject, make, rows }) => {
    const id = await make();
    const tables = Object.entries(rows);
    for (const [at, [table, columns]] of tables.entries()) {
      const name = `${subject}-${at}-`;
      addMembers(name, many);
      addOfEach(name, table, columns, `${id}, users.id${columns.split(",").length > 2 ? ", 1" : ""}`);
    }
    const thing = () => database.prepare(`select * from ${subject}s where id = ?`).get(id);
    const totals = () => tables.map(([table]) => countRows(server, `${table} where ${subject}_id = ${id}`));
    const [before, all] = [thing(), totals()];
    startMeasuring(server);
    expect((await asha.call("DELETE", `/api/${subject}s/${id}`)).status).toBeLessThan(300);
    expect(thing()).toBeUndefined();
    expect((await asha.call("POST", `/api/${subject}s/${id}/restore`)).status).toBe(200);
    expect((await measure(server)).changedRows).toBeLessThanOrEqual(maxChangedRows);
    expect(thing()).toEqual(before);
    expect(totals()).toEqual(all);
    await asha.call("DELETE", `/api/${subject}s/${id}`);
    startMeasuring(server);
    await browse(server, asha).post("/bin", { intent: "delete", subject, id }, ownOrigin);
    expect((await measure(server)).changedRows).toBeLessThanOrEqual(maxChangedRows);
    expect(totals()).toEqual(tables.map(() => 0));
  },
);

test("thanks for a question's answers and comments stay in their table while the question is in the bin", async () => {
  const administrator = await join(server, "meera", "thanks@college.example");
  makeAdmin(server, administrator);
  const { id } = await ask(asha);
  const { id: answerId } = await answer(rohan, id);
  const commentId = await comment(rohan, `questions/${id}`);
  addMembers("thankful", many);
  for (const [kind, of] of [
    ["answer", answerId],
    ["comment", commentId],
  ])
    addOfEach("thankful", "thanks", `${kind}_id, user_id, created_at`, `${of}, users.id, 1`);
  const counts = `select (select vote_count from answers where id = ${answerId}) as votes,
    (select thanks_count from comments where id = ${commentId}) as thanks`;
  const given = () => countRows(server, `thanks where answer_id = ${answerId} or comment_id = ${commentId}`);
  startMeasuring(server);
  expect((await administrator.call("DELETE", `/api/questions/${id}`)).status).toBeLessThan(300);
  expect((await rohan.call("PUT", `/api/answers/${answerId}/thanks`)).status).toBe(404);
  expect((await administrator.call("POST", `/api/questions/${id}/restore`)).status).toBe(200);
  expect((await measure(server)).changedRows).toBeLessThanOrEqual(maxChangedRows);
  expect(database.prepare(counts).get()).toEqual({ votes: many, thanks: many });
  expect(given()).toBe(2 * many);
  await administrator.call("DELETE", `/api/questions/${id}`);
  startMeasuring(server);
  await browse(server, administrator).post("/bin", { intent: "delete", subject: "question", id }, ownOrigin);
  expect((await measure(server)).changedRows).toBeLessThanOrEqual(maxChangedRows);
  expect(given()).toBe(0);
});

test("an event with many people is purged in batches, and its people are notified", async () => {
  const id = await binCrowdedEvent("guest");
  startMeasuring(server);
  const { status } = await browse(server, asha).post(
    "/bin",
    { intent: "delete", subject: "event", id },
    ownOrigin,
  );
  expect(status).toBe(303);
  const { changedRows } = await measure(server);
  expect([countRows(server, binned), countRows(server, binnedRows)]).toEqual([0, 0]);
  expect(changedRows).toBeGreaterThan(0);
  expect(changedRows).toBeLessThanOrEqual(maxChangedRows);
  await waitUntil(
    "all are told",
    () => countRows(server, `notices where kind = 'event-cancelled' and subject = '${id}'`) === many,
  );
});

test("a bin entry that a crash left half purged can't be restored, and the next run purges it", async () => {
  const id = await binCrowdedEvent("visitor");
  database.exec(
    `update bin set deleted_at = 0 where subject = 'event'; delete from event_registrations where event_id = ${id} and user_id % 2 = 0`,
  );
  expect((await asha.call("POST", `/api/events/${id}/restore`)).status).toBe(404);
  startMeasuring(server);
  await passTime(server, minute);
  await waitUntil("the bin is empty", () => countRows(server, binned) === 0);
  expect((await measure(server)).changedRows).toBeLessThanOrEqual(maxChangedRows);
  expect(countRows(server, binnedRows)).toBe(0);
});

test("an account with many rows is deleted in batches", async () => {
  const leaver = await join(server, "meera");
  addMembers("friend", many);
  addOfEach(
    "friend",
    "connections",
    "low_id, high_id, asked_by, created_at, accepted_at",
    `${leaver.id}, users.id, users.id, 1, 1`,
  );
  addOfEach(
    "friend",
    "notices",
    "user_id, kind, subject, actor_id, facts, url, at",
    `users.id, 'event-changed', '0', ${leaver.id}, '{"name":"Meera"}', '/', 1`,
  );
  const question = await ask(rohan);
  for (let n = 0; n < 3; n++) await comment(leaver, `questions/${question.id}`);
  startMeasuring(server);
  const form = { posts: "delete", currentPassword: password };
  const left = await browse(server, leaver).post("/account/delete", form, ownOrigin);
  expect(left.headers.get("Location")).toBe("/login");
  const { changedRows } = await measure(server);
  expect(changedRows).toBeLessThanOrEqual(maxChangedRows);
  expect(countRows(server, "account_deletions")).toBe(0);
  expect(countRows(server, `connections where low_id = ${leaver.id}`)).toBe(0);
  expect(countRows(server, "notices where facts like '%Meera%'")).toBe(0);
  expect(countRows(server, `comments where author_id = ${leaver.id}`)).toBe(0);
});

test("a member who is registered for many events leaves them in batches, and each seat is passed on", async () => {
  const leaver = await join(server, "asha", "seats@college.example");
  const { id } = await announce(asha, { registrationLimit: 1 });
  expect((await leaver.call("POST", `/api/events/${id}/register`)).status).toBe(200);
  expect((await rohan.call("POST", `/api/events/${id}/waiting`)).status).toBe(200);
  database.exec(`${numbers(many)} insert into events (organizer_id, title, description, starts_at, location, event_type,
      created_at, updated_at) select ${asha.id}, 'Talk ' || i, 'Text', ${morning} + i * 60000, 'Hall', 'other', 1, 1 from n;
    insert into event_registrations (event_id, user_id, created_at)
      select id, ${leaver.id}, 1 from events where title glob 'Talk *'`);
  startMeasuring(server);
  const form = { posts: "keep", currentPassword: password };
  await browse(server, leaver).post("/account/delete", form, ownOrigin);
  // Each registration also changes its event's count.
  expect((await measure(server)).changedRows).toBeLessThanOrEqual(maxChangedRows);
  expect(countRows(server, `event_registrations where user_id = ${leaver.id}`)).toBe(0);
  expect(countRows(server, "events where title glob 'Talk *' and registration_count <> 0")).toBe(0);
  expect(countRows(server, `event_registrations where event_id = ${id} and user_id = ${rohan.id}`)).toBe(1);
  database.exec("delete from events where title glob 'Talk *'");
});

test(`${many} mails are queued with fewer statements than mails`, async () => {
  addMembers("mailed", many);
  addOfEach(
    "mailed",
    "notices",
    "user_id, kind, subject, facts, url, at, mail_at",
    `id, 'event-changed', '1', '{"title":"Reunion"}', '/events/1', ${morning}, ${morning}`,
  );
  startMeasuring(server);
  await passTime(server, minute);
  await waitUntil("the mails", () => countRows(server, "notices where mail_at is not null") === 0);
  const { writes } = await measure(server);
  const mails = "mails where user_id in (select id from users where email like 'mailed%')";
  expect(countRows(server, mails)).toBe(many);
  expect(countRows(server, `${mails} and (sent_at is not null or quotes like '%Reunion%')`)).toBe(many);
  // Each mail that is sent meanwhile updates its own row, and how many those are depends on the machine.
  const { "insert mails": inserts = 0, "update notices": updates = 0 } = writes;
  expect(inserts).toBeGreaterThan(0);
  expect(inserts + updates).toBeLessThan(many / 4);
});

test(`${many} digests, and ${many} requests to confirm an address, are queued with fewer statements than mails`, async () => {
  addMembers("digested", many);
  addMembers("unconfirmed", many);
  database.exec("update users set email_confirmed_at = null where email like 'unconfirmed%'");
  for (const name of ["digested", "unconfirmed"])
    addOfEach(
      name,
      "notices",
      "user_id, kind, subject, facts, url, at, in_digest",
      `id, 'event-changed', '1', '{"title":"Reunion"}', '/events/1', ${morning} - 3600000, 1`,
    );
  await setClock(server, morning + 10 * minute);
  startMeasuring(server);
  const waiting = () => countRows(server, "notices where in_digest = 1");
  // At most a thousand in a minute.
  for (let before = waiting(); before > 0; before = waiting()) {
    await passTime(server, minute);
    await waitUntil("the minute's digests", () => waiting() <= Math.max(0, before - 1_000));
  }
  const { writes } = await measure(server);
  expect(
    countRows(server, "mails where key like 'digest:%' and (sent_at is not null or quotes like '%Reunion%')"),
  ).toBe(many);
  expect(countRows(server, "mails where key like 'confirm-email:%'")).toBe(many);
  const { "insert mails": mails = 0, "insert mail_links": links = 0, "update notices": notices = 0 } = writes;
  expect(mails).toBeGreaterThan(0);
  expect(mails + links + notices + (writes["update users"] ?? 0)).toBeLessThan(many / 2);
});

test(`one digest of ${many} notices, and ${many} of a member without a working address, end in batches`, async () => {
  for (const name of ["talkative", "silent"]) {
    addMembers(name, 1);
    database.exec(`${numbers(many)} insert into notices (user_id, kind, subject, facts, url, at, in_digest)
      select users.id, 'event-changed', i, '{"title":"Reunion"}', '/events/1', ${morning} - 3600000 + i, 1
      from users, n where email like '${name}%'`);
  }
  database.exec("update users set mail_paused_at = 1 where email like 'silent%'");
  await setClock(server, morning + 10 * minute);
  startMeasuring(server);
  await passTime(server, minute);
  await waitUntil("no notice waits", () => countRows(server, "notices where in_digest = 1") === 0);
  expect((await measure(server)).changedRows).toBeLessThanOrEqual(maxChangedRows);
  const mails = "mails join users on users.id = mails.user_id where key like 'digest:%' and email like";
  expect(countRows(server, `${mails} 'talkative%'`)).toBe(1);
  expect(countRows(server, `${mails} 'silent%'`)).toBe(0);
});

test("the hourly sweep deletes old rows, and ends pauses, in batches", async () => {
  addMembers("pausing", many);
  const isPausing = "email like 'pausing%'";
  const name = "paused";
  database.exec(`insert or ignore into tags (name, question_count) values ('${name}', 1);
    insert into user_topics (user_id, tag_id, position)
      select users.id, tags.id, 1 from users, tags where ${isPausing} and tags.name = '${name}';
    update users set not_now_until = '2026-03-01', offers_help = 0 where ${isPausing}`);
  addOfEach("pausing", "notices", "user_id, kind, subject, facts, url, at", "id, 'old', '1', '{}', '/', 1");
  addOfEach("pausing", "mails", "key, recipient, subject, text, created_at", "'old ' || id, '', '', '', 1");
  addOfEach(
    "pausing",
    "idempotency_keys",
    "user_id, key, fingerprint, made_id, created_at",
    "id, 'old', '', 1, 1",
  );
  addOfEach(
    "pausing",
    "room_lines",
    "day, author, guest_id, content, sent_at",
    "'2020-01-01', randomblob(32), 'guest_0001', 'Hello', 1",
  );
  startMeasuring(server);
  await passTime(server, 60 * minute);
  await waitUntil("the sweep is done", () => countRows(server, "notices where kind = 'old'") === 0);
  expect((await measure(server)).changedRows).toBeLessThanOrEqual(maxChangedRows);
  expect(countRows(server, `users where ${isPausing} and offers_help = 0`)).toBe(0);
  expect(countRows(server, "mails where key like 'old %'")).toBe(0);
  expect(countRows(server, "idempotency_keys where key = 'old'")).toBe(0);
  expect(countRows(server, "room_lines where day = '2020-01-01'")).toBe(0);
});

test("a page of answers ends early where its answers have many comments", async () => {
  const { id } = await ask(rohan);
  const texts = Array.from({ length: 3 }, (_, n) => ({ n, text: `Take the ${n}. course.` }));
  for (const { text } of texts) await answer(asha, id, text);
  database.exec(`${numbers(90)} insert into comments (question_id, answer_id, author_id, body, created_at)
    select question_id, answers.id, author_id, 'Thank you', 1 from answers, n where question_id = ${id}`);
  const { body, headers } = await rohan.get(`/api/questions/${id}/answers`);
  expect(body.data.length).toBe(2);
  expect(headers.get("Link")).toContain('rel="next"');
});

test("the next run deletes what a crash left of a deleted account", async () => {
  const leaver = await join(server, "kabir");
  const { id } = await ask(leaver);
  database.exec(`update users set status = 'deleted' where id = ${leaver.id};
    insert into account_deletions (user_id, deletes_posts) values (${leaver.id}, 1)`);
  await passTime(server, minute);
  await waitUntil("the deletion is done", () => countRows(server, "account_deletions") === 0);
  expect(countRows(server, `questions where id = ${id}`)).toBe(0);
});

/**
 * Rows that one statement may return, in a store where every list has more: a thousand, and one that shows whether more
 * follow.
 */
const maxReadRows = 1_001;
const maxPageBytes = 2_000_000;

describe("no page, list, search, feed or calendar of a crowded community reads or sends an unbounded list", () => {
  const storage = copyLargeStore(small);
  let crowd: TestServer;
  let visits: Awaited<ReturnType<typeof makeVisits>>;
  beforeAll(async () => {
    crowd = await startServer(
      { RATE_LIMITS: "off", CLOCK: String(storeTime) },
      storage,
      resolve("tests/support/clock-and-measure.ts"),
    );
    visits = await makeVisits(crowd);
  });
  afterAll(async () => {
    await crowd.stop();
    rmSync(storage, { recursive: true });
  });

  const reads = sample(listReads(), 8).map((read) => [`${read.row[1]} for ${read.role}`, read] as const);
  test.for(reads)("%s", async ([, read]) => {
    const unbounded: string[] = [];
    const { visitor, addresses } = await visits(read);
    for (const address of addresses) {
      startMeasuring(crowd);
      const { status, text, headers } = await visitor.get(address);
      const { readRows } = await measure(crowd);
      // The overview counts a week's members, questions and reports, at most 5,000 each.
      const isUnbounded = readRows > maxReadRows && address !== "/admin";
      const isPage = headers.get("Content-Type")?.startsWith("text/html");
      if (status >= 500 || isUnbounded || (isPage && text.length > maxPageBytes))
        unbounded.push(`${status}, ${readRows} rows, ${text.length} bytes: ${address.slice(0, 120)}`);
    }
    expect(unbounded).toEqual([]);
  });
});

test(`${followers} followers are notified once each, although the server stops meanwhile`, {}, async () => {
  const { id } = await ask(rohan);
  addOfEach("follower", "question_follows", "question_id, user_id", `${id}, users.id`);
  const told = `notices where kind = 'question-commented' and subject = '${id}'`;
  database.exec(`create trigger stop before insert on notices when (select count(*) from ${told}) >= 1000
    begin select raise(abort, 'the disk is full'); end`);
  await comment(asha, `questions/${id}`);
  await passTime(server, 2_000);
  await waitUntil("it has stopped", () => server.logged().includes("the disk is full"));
  expect(countRows(server, told)).toBeLessThanOrEqual(1_000);
  await server.kill();
  database.exec("drop trigger stop");
  expect(countRows(server, "fan_outs")).toBeGreaterThan(0);
  const now = String(Date.now() + server.clockOffsetMs);
  const again = await startServer({ RATE_LIMITS: "off", CLOCK: now }, server.storage, clock);
  await waitUntil("nobody is left", () => countRows(server, "fan_outs") === 0);
  expect([countRows(server, told), countRows(server, `${told} and count = 1`)]).toEqual([
    followers + 1,
    followers + 1,
  ]);
  await again.stop();
});
