import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Client from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDatabase } from "./client.ts";
import { migrate } from "./migrate.ts";
import { jobs, users } from "./schema/index.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "quadrant-db-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

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

/** The migrations with one more at their end. */
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

/** How drizzle-kit changes a table that it cannot alter: it creates a new one, copies the rows and renames it. */
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

test("rebuilding a table deletes no rows that reference it and keeps search in step", async () => {
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
  expect(found("lighthouse")).toEqual([1]);
  await database.insert(jobs).values(work(1, "Lamp trimmer"));
  await database.update(jobs).set({ title: "Night porter" });
  expect([found("lamp"), found("porter")]).toEqual([[], [1, 2, 3]]);
  await database.delete(users).catch(() => {});
  expect(count("users")).toBe(2);
  // Applying them again changes nothing.
  migrate(database.$client, migrations);
  const { entries } = JSON.parse(readFileSync(join(migrations, "meta/_journal.json"), "utf8"));
  expect(count("migrations")).toBe(entries.length);
  database.$client.close();
});

/** The migrations before the one with a name. */
function withoutMigrationsFrom(name: string): string {
  const migrations = join(folder, "older-migrations");
  cpSync("db/migrations", migrations, { recursive: true });
  const journal = join(migrations, "meta/_journal.json");
  const { entries, ...rest } = JSON.parse(readFileSync(journal, "utf8"));
  const end = entries.findIndex(({ tag }: { tag: string }) => tag.endsWith(name));
  writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, end) }));
  return migrations;
}

test("an older database's members are counted by batch and found by their company", () => {
  const sqlite = new Client(join(folder, "older.sqlite"));
  migrate(sqlite, withoutMigrationsFrom("_directory"));
  // Today's triggers know tables that it does not have yet.
  const triggers = sqlite.prepare("select name from sqlite_schema where type = 'trigger'").pluck().all();
  for (const name of triggers) sqlite.exec(`drop trigger ${name}`);
  const insert = sqlite.prepare(
    `insert into users (email, first_name, last_name, name, batch_year, status, company, created_at)
     values (?, 'Ila', 'Rao', 'Ila Rao', ?, ?, 'Tidepool Labs', 0)`,
  );
  const rows = [
    [2020, "active"],
    [2020, "active"],
    [2021, "suspended"],
    [null, "deleted"],
  ] as const;
  for (const [index, [year, status]] of rows.entries())
    insert.run(`ila${index}@college.example`, year, status);

  migrate(sqlite);
  const totals = () => sqlite.prepare("select * from batch_totals where total > 0 order by 1").raw().all();
  expect(totals()).toEqual([[2020, 2]]);
  sqlite.exec("update users set status = 'active' where batch_year = 2021; delete from users where id = 1");
  expect(totals()).toEqual([
    [2020, 1],
    [2021, 1],
  ]);
  const found = sqlite
    .prepare("select rowid from users_search where users_search match '\"tidepool\"'")
    .pluck();
  expect(found.all()).toEqual([2, 3, 4]);
  sqlite.close();
});

test("an older database's mailed links go on working, and confirm no new address", () => {
  const sqlite = new Client(join(folder, "older-links.sqlite"));
  migrate(sqlite, withoutMigrationsFrom("_account"));
  // Today's triggers know columns that this database does not have yet.
  for (const name of sqlite.prepare("select name from sqlite_schema where type = 'trigger'").pluck().all())
    sqlite.exec(`drop trigger "${name}"`);
  sqlite.exec(`insert into users (email, first_name, last_name, name, created_at) values ('a@b.c', 'I', 'R', 'I R', 0);
    insert into mail_links values ('hash', 1, 'reset-password', 9)`);
  migrate(sqlite);
  expect(sqlite.prepare("select * from mail_links").get()).toEqual({
    token_hash: "hash",
    user_id: 1,
    purpose: "reset-password",
    new_email: null,
    expires_at: 9,
  });
  sqlite.close();
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

test("the migrations add up to the schema", async () => {
  const { generateSQLiteDrizzleJson, generateSQLiteMigration } = await import("drizzle-kit/api");
  // It adds to every array, and pdf.js, in a later file of this process, takes none with additions.
  Reflect.deleteProperty(Array.prototype, "random");
  const schema = await import("./schema/index.ts");
  const latest = readFileSync("db/migrations/meta/_journal.json", "utf8");
  const last = JSON.parse(latest).entries.at(-1).tag.slice(0, 4);
  const stored = JSON.parse(readFileSync(`db/migrations/meta/${last}_snapshot.json`, "utf8"));
  const now = await generateSQLiteDrizzleJson(schema, undefined, "snake_case");
  expect(await generateSQLiteMigration(stored, now)).toEqual([]);
});

test("a write is on the disk before it is acknowledged, and readers do not wait for writers", () => {
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

test("an older audit trail keeps ids instead of names", () => {
  const sqlite = new Client(join(folder, "older-trail.sqlite"));
  migrate(sqlite, withoutMigrationsFrom("_audit_member_ids"));
  for (const name of sqlite.prepare("select name from sqlite_schema where type = 'trigger'").pluck().all())
    sqlite.exec(`drop trigger "${name}"`);
  const member = sqlite.prepare(
    "insert into users (id, email, first_name, last_name, name, created_at) values (?, ?, ?, ?, ?, 0)",
  );
  for (const [id, name] of [
    [1, "Ila Rao"],
    [2, "Om Das"],
    [3, "Om Das"],
    [4, "Anonymous student"],
  ] as const)
    member.run(id, `${id}@college.example`, ...name.split(" "), name);
  const entry = sqlite.prepare(
    "insert into audit_entries (admin_id, action, subject, subject_id, created_at) values (1, ?, ?, ?, 0)",
  );
  for (const row of [
    ["suspended the member", "Ila Rao", null],
    ["suspended the member", "Om Das", null],
    ["removed the job", "“A keeper” by Ila Rao", null],
    ["removed the job", "“A keeper” by Gone Person", null],
    ["merged the question", "“One” by Ila Rao into “Two”", null],
    ["removed the question", "“Why?” by Anonymous student", null],
    ["unmuted", "Anonymous", "abc"],
    ["unmuted", "Guest 12, 3 May 2026", "0a0b"],
    ["renamed the tag", "hostle to hostel", null],
    ["discarded the email", "… wants to connect", "mail 3"],
    ["changed on the home page", "Partner colleges", null],
  ])
    entry.run(...row);
  migrate(sqlite);
  expect(sqlite.prepare("select subject, member_id from audit_entries order by id").raw().all()).toEqual([
    [null, 1],
    [null, null],
    ["“A keeper”", 1],
    ["“A keeper”", null],
    ["“One” into “Two”", 1],
    ["“Why?” by Anonymous student", null],
    ["Anonymous", null],
    ["Guest 12, 3 May 2026", null],
    ["hostle to hostel", null],
    ["… wants to connect", null],
    ["Partner colleges", null],
  ]);
  sqlite.close();
});
