import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import Client from "better-sqlite3";
import { expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { browse, job, join, type Member, makeAdmin, password } from "../support/people.ts";
import { startServer } from "../support/server.ts";
import { clock, passTime } from "../support/time.ts";
import { waitUntil } from "../support/wait-until.ts";

const server = await shareServer(unlimited);

/** Deletes the account and its posts. @returns the status */
const leave = async (member: Member) =>
  (await browse(server, member).post("/account/delete", { posts: "delete", currentPassword: password }))
    .status;

test("a program that reads the database throughout does not delay the shutdown, and no write is lost", async () => {
  const store = mkdtempSync(joinPath(tmpdir(), "quadrant-store-"));
  const brief = await startServer({ RATE_LIMITS: "off" }, store);
  const reader = new Client(joinPath(store, "community.sqlite"));
  reader.exec("begin");
  reader.prepare("select count(*) from users").get();
  await join(brief, "asha");
  expect(await brief.stop()).toBe(0);
  // A shutdown that waited for the reader would be stopped after ten seconds and exit with 1.
  expect(reader.prepare("select count(*) from users").pluck().get()).toBe(0);
  reader.exec("commit");
  expect(reader.prepare("select count(*) from users").pluck().get()).toBe(1);
  reader.close();
  rmSync(store, { recursive: true });
});

test("the database's files contain no byte of a deleted member's texts", async () => {
  const leaver = await join(server, "rohan");
  // The last is rare enough to look for in the search index, which stores three letters at a time.
  const words = ["Quixotia", "zephyrhill-47", "Lamplighters Guild", "ꙮꙮꙮ"];
  const [location, roll, company, skill] = words;
  const visibility = { location: "members", roll: "members" };
  const saved = await leaver.call("PUT", `/api/users/${leaver.id}`, {
    location,
    roll,
    company,
    skills: [skill],
    visibility,
  });
  expect(saved.status).toBe(200);
  await leaver.call("POST", "/api/jobs", { ...job, title: "Keeper of the Obsidian lantern" });
  words.push("Obsidian");
  const found = () => {
    const files = ["community.sqlite", "community.sqlite-wal"].map((name) => joinPath(server.storage, name));
    return words.filter((word) =>
      files.some((file) => existsSync(file) && readFileSync(file).includes(word)),
    );
  };
  expect(found()).toEqual(words);
  expect(await leave(leaver)).toBe(303);
  expect(found()).toEqual([]);
});

test("a program that reads the database does not prevent a deletion", async () => {
  const leaver = await join(server, "meera");
  const reader = new Client(joinPath(server.storage, "community.sqlite"));
  reader.exec("begin");
  reader.prepare("select count(*) from users").get();
  expect(await leave(leaver)).toBe(303);
  reader.exec("commit");
  reader.close();
  const status = server.database().prepare("select status from users where id = ?").pluck();
  expect(status.get(Number(leaver.id))).toBe("deleted");
});

test("the overview reports a damaged database within a day", async () => {
  const other = await startServer({}, undefined, clock);
  const meera = await join(other, "meera");
  makeAdmin(other, meera);
  const browser = browse(other, meera);
  expect((await browser.get("/admin")).text).not.toContain("damaged");
  const file = joinPath(other.storage, "community.sqlite");
  const connection = other.database();
  connection.exec(
    "create table torn (text); insert into torn with recursive n (i) as (select 1 union all select i + 1 from n where i < 400) select randomblob(900) from n",
  );
  connection.pragma("wal_checkpoint(TRUNCATE)");
  connection.close();
  writeSync(openSync(file, "r+"), Buffer.alloc(200_000, 7), 0, 200_000, statSync(file).size - 300_000);
  await passTime(other, 25 * 60 * 60_000);
  await waitUntil("the line", async () =>
    (await browser.get("/admin")).text.includes("The database is damaged"),
  );
  await other.stop();
});
