import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join as joinPath, sep } from "node:path";
import Client from "better-sqlite3";
import { afterAll, describe, expect, test } from "vitest";
import { baseSettings, runCommand } from "../support/commands.ts";
import { sample } from "../support/nightly.ts";
import { join } from "../support/people.ts";
import { startServer } from "../support/server.ts";

const folder = mkdtempSync(joinPath(tmpdir(), "quadrant-commands-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const store = joinPath(folder, "store");
mkdirSync(store, { mode: 0o700 });
const first = await startServer({ RATE_LIMITS: "off" }, store);
const asha = await join(first, "asha");
await first.stop();
const backup = joinPath(folder, "community.tar");

const commands: Record<string, string[]> = {
  "make-admin": [asha.email],
  backup: [joinPath(folder, "no.tar")],
};
const all = Object.keys(commands) as ("make-admin" | "backup")[];
const run = (name: "make-admin" | "backup", at: string) => runCommand(name, at, commands[name]);
const schemaOf = (at: string) => {
  const database = new Client(joinPath(at, "community.sqlite"), { readonly: true });
  const hashes = database.prepare("select hash from migrations order by rowid").pluck().all();
  database.close();
  return hashes;
};

describe.each(sample(all, 2))("%s beside the server", (name) => {
  test(`${name} does not create a community where there is none`, async () => {
    const empty = mkdtempSync(joinPath(folder, "empty-"));
    expect(await run(name, empty)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`${empty} holds no community. Set STORAGE_DIR`),
    });
    expect(readdirSync(empty)).toEqual([]);
  });

  test(`${name} does not upgrade an older store, and does not touch a newer one`, async () => {
    const other = mkdtempSync(joinPath(folder, "other-"));
    for (const [change, text] of [
      ["delete from migrations where rowid = (select max(rowid) from migrations)", "is of an older version"],
      ["insert into migrations values ('from the future', 1)", "A newer version has used"],
    ] as const) {
      cpSync(store, other, { recursive: true, force: true });
      const database = new Client(joinPath(other, "community.sqlite"));
      database.exec(change);
      database.close();
      const before = schemaOf(other);
      expect(await run(name, other)).toMatchObject({ status: 1, stderr: expect.stringContaining(text) });
      expect(schemaOf(other)).toEqual(before);
    }
  });
});

test("commands print which store they used and what it contains", async () => {
  expect((await runCommand("make-admin", store, [asha.email])).stderr).toContain(`Store: ${store}\n`);
  expect((await runCommand("backup", store, [backup, "--force"])).stdout).toMatch(
    new RegExp(`^Wrote ${backup}: 1 member, 0 files, \\d+ rows, from ${store}\\.\n$`),
  );
});

/** Any user but root. The tests run only as root, because only root can give files away. */
const other = 65_534;
const isRoot = process.getuid?.() === 0;
/** Whether every user may enter this clone, which another user's command needs. */
const isOpen = process
  .cwd()
  .split(sep)
  .every((_, index, names) => statSync(names.slice(0, index + 1).join(sep) || sep).mode & 0o001);
const skipped = isOpen ? "" : " (skipped: only its owner may enter this clone)";
const ownersOf = (at: string): number[] =>
  [at, ...readdirSync(at, { recursive: true, encoding: "utf8" }).map((name) => joinPath(at, name))].map(
    (path) => statSync(path).uid,
  );

test("restored files belong to the store's user", async () => {
  const theirs = mkdtempSync(joinPath(folder, "theirs-"));
  const owner = isRoot ? other : userInfo().uid;
  chownSync(theirs, owner, statSync(theirs).gid);
  expect((await runCommand("restore", theirs, [backup])).status).toBe(0);
  expect((await runCommand("make-admin", theirs, [asha.email])).status).toBe(0);
  expect(new Set(ownersOf(theirs))).toEqual(new Set([owner]));
});

test.runIf(isRoot && isOpen)(
  `commands say what to do about a folder that the store's user cannot use${skipped}`,
  async () => {
    const theirs = mkdtempSync(joinPath(folder, "theirs-"));
    chownSync(theirs, other, other);
    expect((await runCommand("restore", theirs, [backup])).status).toBe(0);
    chmodSync(folder, 0o755);
    const asTheirs = (name: string, ...parameters: string[]) =>
      spawnSync(process.execPath, [`build/server/${name}.js`, ...parameters], {
        uid: other,
        env: { ...baseSettings, STORAGE_DIR: theirs },
        encoding: "utf8",
      });
    for (const { status, stderr } of [
      asTheirs("backup", joinPath(folder, "theirs.tar")),
      asTheirs("restore", backup, "--force"),
    ]) {
      expect(status).toBe(1);
      expect(stderr).toContain("The store's user needs the right to do this.");
    }
  },
);

test.runIf(isRoot && isOpen)(
  `commands of another user are refused, and doctor gives no misleading advice${skipped}`,
  () => {
    const asOther = (script: string, ...parameters: string[]) => {
      try {
        const stdout = execFileSync(process.execPath, [`build/server/${script}.js`, ...parameters], {
          uid: other,
          env: { ...baseSettings, STORAGE_DIR: store },
          encoding: "utf8",
          stdio: ["ignore", "pipe", "pipe"],
        });
        return stdout;
      } catch (error) {
        const { stdout, stderr } = error as { stdout: string; stderr: string };
        return stdout + stderr;
      }
    };
    const belongs = `${store} belongs to another user`;
    chmodSync(folder, 0o755);
    expect(asOther("make-admin", asha.email)).toContain(belongs);
    expect(asOther("backup", "/tmp/none.tar")).toContain(belongs);
    expect(asOther("restore", backup, "--force")).toContain(belongs);
    const told = asOther("doctor");
    expect(told).toContain(belongs);
    expect(told).not.toContain("Restore the last backup");
  },
);

test("deploy/quadrant runs a command with the unit's settings and user", () => {
  const settings = joinPath(folder, "quadrant.env");
  writeFileSync(settings, "# Ours\nSITE_NAME=The Quad\nCOLLEGE_NAME='A college, with a comma'\n");
  const unit = joinPath(folder, "quadrant.service");
  writeFileSync(
    unit,
    readFileSync("deploy/quadrant.service", "utf8")
      .replace("User=quadrant", `User=${userInfo().username}`)
      .replace("/var/lib/quadrant", store)
      .replace("/etc/quadrant.env", settings),
  );
  const wrap = (...parameters: string[]) =>
    execFileSync(joinPath(process.cwd(), "deploy/quadrant"), parameters, {
      cwd: folder,
      env: { PATH: process.env.PATH, QUADRANT_UNIT: unit },
      encoding: "utf8",
    });
  expect(wrap("make-admin", asha.email)).toBe("Asha Verma is now an administrator.\n");
  expect(wrap("backup", "by-name.tar")).toContain(`Wrote ${joinPath(folder, "by-name.tar")}: 1 member`);
  expect(() => wrap("demo")).toThrow("Usage: deploy/quadrant");
});
