import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Client from "better-sqlite3";
import { afterAll, expect, test } from "vitest";
import { migrate } from "#db/migrate.ts";

/** Tests what migrations did to rows. Released migrations never change, and every backup of 1.0.0 still runs them. */
const folder = mkdtempSync(join(tmpdir(), "quadrant-db-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** @returns a folder with the migrations before this one */
function withoutMigrationsFrom(name: string): string {
  const migrations = join(folder, `before${name}`);
  cpSync("db/migrations", migrations, { recursive: true });
  const journal = join(migrations, "meta/_journal.json");
  const { entries, ...rest } = JSON.parse(readFileSync(journal, "utf8"));
  const end = entries.findIndex(({ tag }: { tag: string }) => tag.endsWith(name));
  writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, end) }));
  return migrations;
}

test("members of an older database are counted by batch and found by company", () => {
  const sqlite = new Client(join(folder, "older.sqlite"));
  migrate(sqlite, withoutMigrationsFrom("_directory"));
  // The current triggers use tables that it does not have yet.
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
  const found = sqlite.prepare("select rowid from users_search where users_search match '\"tid\"'").pluck();
  expect(found.all()).toEqual([2, 3, 4]);
  sqlite.close();
});

test("mailed links of an older database still work, and confirm no new address", () => {
  const sqlite = new Client(join(folder, "older-links.sqlite"));
  migrate(sqlite, withoutMigrationsFrom("_account"));
  // The current triggers use columns that this database does not have yet.
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
