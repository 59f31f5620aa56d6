import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Client from "better-sqlite3";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { openDatabase } from "./client.ts";
import { migrate } from "./migrate.ts";
import { fanOuts, jobs, users } from "./schema/index.ts";

const migrated = mkdtempSync(join(tmpdir(), "quadrant-db-"));
openDatabase(migrated).$client.close();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "quadrant-db-"));
  cpSync(migrated, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));
afterAll(() => rmSync(migrated, { recursive: true }));

const person = (n: number) => ({
  email: `person${n}@college.example`,
  firstName: "Person",
  lastName: `N${n}`,
  name: `Person N${n}`,
  createdAt: n,
});
const work = (postedBy: number, title: string) => ({
  postedBy,
  postedAt: 1,
  opportunityType: "internship" as const,
  workplaceType: "remote" as const,
  title,
  locations: ["Pune"],
  description: "Text",
  applicationMethod: "in-person" as const,
  companyName: "Northlight",
  contactName: "Ila Rao",
  contactEmail: "ila@northlight.example",
});

/** Copies the migrations and appends one. @returns the folder */
function withMigration(sql: string): string {
  const migrations = join(folder, "migrations");
  cpSync("db/migrations", migrations, { recursive: true });
  const journal = join(migrations, "meta/_journal.json");
  const { entries, ...rest } = JSON.parse(readFileSync(journal, "utf8"));
  const next = { idx: entries.length, version: "6", when: Date.now(), tag: "9999_test", breakpoints: true };
  writeFileSync(journal, JSON.stringify({ ...rest, entries: [...entries, next] }));
  writeFileSync(join(migrations, "9999_test.sql"), sql);
  return migrations;
}

/** Changes a table like drizzle-kit does if it cannot alter it: creates a new one, copies the rows and renames it. */
function rebuild(database: ReturnType<typeof openDatabase>, table: string): string {
  const create = database.$client
    .prepare("select sql from sqlite_schema where name = ?")
    .pluck()
    .get(table) as string;
  const indexes = database.$client
    .prepare("select sql from sqlite_schema where type = 'index' and tbl_name = ? and sql is not null")
    .pluck()
    .all(table) as string[];
  return [
    "PRAGMA foreign_keys=OFF;",
    create.replaceAll(`\`${table}\``, `\`__new_${table}\``).replaceAll(`"${table}"`, `"__new_${table}"`),
    `INSERT INTO __new_${table} SELECT * FROM ${table};`,
    `DROP TABLE ${table};`,
    `ALTER TABLE __new_${table} RENAME TO ${table};`,
    "PRAGMA foreign_keys=ON;",
    ...indexes,
  ].join("\n--> statement-breakpoint\n");
}

test("rebuilding a table deletes no rows that reference it and keeps the search index in sync", async () => {
  const database = openDatabase(folder);
  await database.insert(users).values([person(1), person(2)]);
  await database.insert(jobs).values([work(1, "Lighthouse keeper"), work(2, "Night watch")]);
  database.$client.exec(
    "insert into sessions (token_hash, user_id, kind, created_at, last_used_at) values ('hash', 1, 'browser', 0, 0)",
  );
  const migrations = withMigration(
    `${rebuild(database, "users")}\n--> statement-breakpoint\n${rebuild(database, "jobs")}`,
  );

  migrate(database.$client, migrations);
  const count = (table: string) => database.$client.prepare(`select count(*) from ${table}`).pluck().get();
  expect([count("users"), count("jobs"), count("sessions")]).toEqual([2, 2, 1]);
  expect(database.$client.pragma("foreign_keys", { simple: true })).toBe(1);

  const found = (text: string) =>
    database.$client
      .prepare("select rowid from jobs_search where jobs_search match ? order by rowid")
      .pluck()
      .all(`"${text}"`);
  expect(found("hth")).toEqual([1]);
  await database.insert(jobs).values(work(1, "Lamp trimmer"));
  await database.update(jobs).set({ title: "Night porter" });
  expect([found("lam"), found("ort")]).toEqual([[], [1, 2, 3]]);
  await database.delete(users).catch(() => {});
  expect(count("users")).toBe(2);
  // Applying them again changes nothing.
  migrate(database.$client, migrations);
  const { entries } = JSON.parse(readFileSync(join(migrations, "meta/_journal.json"), "utf8"));
  expect(count("migrations")).toBe(entries.length);
  database.$client.close();
});

test("a migration that leaves dangling references is rolled back", async () => {
  const database = openDatabase(folder);
  await database.insert(users).values(person(1));
  await database.insert(jobs).values(work(1, "Lighthouse keeper"));
  expect(() => migrate(database.$client, withMigration("delete from users;"))).toThrow(/dangling references/);
  expect(database.$client.prepare("select count(*) from users").pluck().get()).toBe(1);
  expect(
    database.$client.prepare("select count(*) from sqlite_schema where type = 'trigger'").pluck().get(),
  ).toBeGreaterThan(9);
  database.$client.close();
});

test("rows that an earlier release moved to the bin return to their tables", () => {
  const migrations = withMigration("");
  const journal = join(migrations, "meta/_journal.json");
  const { entries, ...rest } = JSON.parse(readFileSync(journal, "utf8"));
  const before = entries.slice(
    0,
    entries.findIndex(({ tag }: { tag: string }) => tag === "0061_bin_leaves_rows"),
  );
  writeFileSync(journal, JSON.stringify({ ...rest, entries: before }));
  const sqlite = new Client(":memory:");
  migrate(sqlite, migrations);
  // The triggers are today's, and name columns that the earlier release did not have.
  for (const { name } of sqlite
    .prepare<[], { name: string }>("select name from sqlite_schema where type = 'trigger'")
    .all())
    sqlite.exec(`drop trigger ${name}`);
  sqlite.exec(`insert into users (email, first_name, last_name, name, created_at) values ('asha@college.example', 'Asha', 'Verma', 'Asha Verma', 1);
    insert into bin (id, subject, subject_id, title, author_id, deleted_by, is_removed, deleted_at)
      values (7, 'event', 3, 'Reunion', 1, 1, 0, 1);
    insert into bin_rows (bin_id, table_name, member_id, row) values
      (7, 'events', 1, '{"id":3}'),
      (7, 'event_registrations', 1, '{"event_id":3,"user_id":1,"created_at":4,"checked_in_at":5}'),
      (7, 'event_waiting', 1, '{"id":9,"event_id":3,"user_id":1,"created_at":4}'),
      (7, 'job_tracking', 1, '{"user_id":1,"job_id":2,"state":"offer","note":"Call","applied_at":3}'),
      (7, 'saved_jobs', 1, '{"user_id":1,"job_id":2}'),
      (7, 'question_follows', 1, '{"question_id":2,"user_id":1,"alias":null}'),
      (7, 'question_votes', 1, '{"question_id":2,"user_id":1}')`);
  migrate(sqlite);
  const rows = (table: string) => sqlite.prepare(`select * from ${table}`).all();
  expect(rows("event_registrations")).toMatchObject([
    { event_id: 3, user_id: 1, created_at: 4, checked_in_at: 5 },
  ]);
  expect(rows("event_waiting")).toEqual([{ id: 9, event_id: 3, user_id: 1, created_at: 4 }]);
  expect(rows("job_tracking")).toMatchObject([
    { user_id: 1, job_id: 2, state: "offer", note: "Call", applied_at: 3 },
  ]);
  expect(rows("saved_jobs")).toEqual([{ user_id: 1, job_id: 2 }]);
  expect(rows("question_follows")).toEqual([{ question_id: 2, user_id: 1, alias: null }]);
  expect(rows("question_votes")).toEqual([{ question_id: 2, user_id: 1 }]);
  expect(rows("bin_rows")).toMatchObject([{ table_name: "events" }]);
  sqlite.close();
});

test("the migrations add up to the schema", async () => {
  const { generateSQLiteDrizzleJson, generateSQLiteMigration } = await import("drizzle-kit/api");
  // The library extends Array.prototype, which pdf.js in a later file of this process rejects.
  Reflect.deleteProperty(Array.prototype, "random");
  const schema = await import("./schema/index.ts");
  const latest = readFileSync("db/migrations/meta/_journal.json", "utf8");
  const last = JSON.parse(latest).entries.at(-1).tag.slice(0, 4);
  const stored = JSON.parse(readFileSync(`db/migrations/meta/${last}_snapshot.json`, "utf8"));
  const now = await generateSQLiteDrizzleJson(schema, undefined, "snake_case");
  expect(await generateSQLiteMigration(stored, now)).toEqual([]);
});

test("a write is on disk before it is acknowledged, and readers do not wait for writers", () => {
  const database = openDatabase(folder);
  const pragma = (name: string) => database.$client.pragma(name, { simple: true });
  expect([pragma("journal_mode"), pragma("synchronous"), pragma("foreign_keys")]).toEqual(["wal", 2, 1]);
  const other = new Client(join(folder, "community.sqlite"));
  other.exec("begin immediate");
  expect(database.$client.prepare("select count(*) from users").pluck().get()).toBe(0);
  other.exec("rollback");
  other.close();
  database.$client.close();
});

test("a batch is all or nothing, and returns each statement's result", async () => {
  const database = openDatabase(folder);
  const [rows, changed] = await database.batch([
    database.insert(users).values(person(1)).returning({ id: users.id }),
    database.update(users).set({ branch: "Civil" }),
  ]);
  expect([rows, changed.changes]).toEqual([[{ id: 1 }], 1]);
  await expect(
    database.batch([database.insert(users).values(person(2)), database.insert(users).values(person(1))]),
  ).rejects.toThrow(/UNIQUE/);
  expect(await database.select({ id: users.id }).from(users)).toEqual([{ id: 1 }]);
  database.$client.close();
});

test("members who wait for a notice during an upgrade are still in its list", async () => {
  const database = openDatabase(folder);
  const waiting = { kind: "announcement", actorId: null, at: 1 };
  const facts = JSON.stringify({ text: "Exams moved" });
  await database.insert(fanOuts).values([
    { ...waiting, place: 200, receivers: [[[3, 5], 8, facts]] },
    {
      ...waiting,
      place: 1,
      receivers: [
        [3, "9", facts, "mail"],
        [5, "7", "{}", "digest"],
      ],
    },
  ]);
  database.$client.exec(readFileSync("db/migrations/0060_fan_out_keys.sql", "utf8"));
  expect((await database.select().from(fanOuts)).map(({ receivers }) => receivers)).toEqual([
    { to: [3, 5], subject: 8, facts },
    [
      { to: 3, subject: "9", facts, mailAs: "mail" },
      { to: 5, subject: "7", facts: "{}", mailAs: "digest" },
    ],
  ]);
  database.$client.close();
});

test("notices from before they had causes are kept, and their counts can be lowered", () => {
  const migrations = withMigration("");
  const journal = join(migrations, "meta/_journal.json");
  const { entries, ...rest } = JSON.parse(readFileSync(journal, "utf8"));
  const tags: string[] = entries.map(({ tag }: { tag: string }) => tag);
  const at = tags.findIndex((tag) => tag.endsWith("_notice_causes"));
  writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, at) }));
  const sqlite = new Client(":memory:");
  migrate(sqlite, migrations);
  // The triggers are today's, and name tables that the earlier release did not have.
  for (const { name } of sqlite
    .prepare<[], { name: string }>("select name from sqlite_schema where type = 'trigger'")
    .all())
    sqlite.exec(`drop trigger ${name}`);
  const post = (id: number, author: string, more = "null") =>
    `(${id}, 1, ${author}, 'Text', 'Text', ${10 * id}, ${more})`;
  sqlite.exec(`insert into users (id, email, first_name, last_name, name, created_at) values
      (1, 'asha@college.example', 'Asha', 'Verma', 'Asha Verma', 1), (2, 'rohan@college.example', 'Rohan', 'Pillai', 'Rohan Pillai', 1);
    insert into question_aliases (alias, user_id, label) values ('anon_1', 1, 'Anonymous student');
    insert into questions (id, author_id, title, body, html, asked_at, active_at) values (1, 1, 'Which elective is best?', 'I have one slot left in it.', '', 1, 1);
    insert into answers (id, question_id, author_id, body, html, answered_at, hidden_at, hidden_reason) values
      ${[post(1, "2", "null, null"), post(2, "2", "null, null"), post(3, "1", "null, null"), post(4, "2", "1, 'Private'"), post(5, "2", "null, null"), post(6, "2", "null, null")]};
    insert into answers (id, question_id, alias, body, html, answered_at) values (7, 1, 'anon_1', 'Text', 'Text', 55);
    insert into comments (id, question_id, author_id, body, created_at) values (8, 1, 2, 'Why?', 80);
    insert into thanks (id, user_id, resource_id, receiver_id, blocked_at, created_at) values
      (1, 2, 9, 1, null, 1), (2, 1, 9, 1, 5, 2);
    insert into notices (id, user_id, kind, subject, count, facts, url, at, read_at, mail_at) values
      (1, 1, 'question-answered', '1', 1, '{}', '/questions/1', 10, 11, null),
      (2, 1, 'question-answered', '1', 3, '{}', '/questions/1', 60, null, 70),
      (3, 1, 'question-commented', '1', 1, '{}', '/questions/1', 80, null, null),
      (4, 1, 'thanks', 'resource-9', 1, '{}', '/people/me/thanks', 0, null, null),
      (5, 1, 'question-answered', '99', 2, '{}', '/questions/99', 80, null, null)`);
  const notices = () =>
    sqlite.prepare("select id, count, read_at, mail_at from notices order by id").raw().all();
  const before = notices();
  migrate(sqlite);
  expect(notices()).toEqual(before);
  const causes = "select notice_id, group_concat(cause order by cause) from notice_causes group by 1";
  expect(sqlite.prepare(causes).raw().all()).toEqual([
    [1, "answer-1"],
    [2, "answer-2,answer-5,answer-6"],
    [3, "comment-8"],
    [4, "thanks-1"],
  ]);
  sqlite.exec("delete from notice_causes where cause in ('answer-1', 'answer-5', 'comment-8')");
  expect(notices()).toEqual([
    [2, 2, null, 70],
    [4, 1, null, null],
    [5, 2, null, null],
  ]);
  sqlite.close();
});
