import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { afterAll, expect, test } from "vitest";
import { runCommand } from "../support/commands.ts";
import { sample } from "../support/nightly.ts";
import { minuteMs } from "../support/notices.ts";
import { browse, join, makeAdmin } from "../support/people.ts";
import { startServer } from "../support/server.ts";
import { clock, passTime } from "../support/time.ts";
import { share } from "../support/upload.ts";
import { waitUntil } from "../support/wait-until.ts";

const store = mkdtempSync(joinPath(tmpdir(), "quadrant-schedule-"));
const folder = joinPath(store, "backups");
afterAll(() => rmSync(store, { recursive: true, force: true }));
const start = (settings: Record<string, string>) => startServer(settings, store, clock);

test("the server makes backups when they are due, keeps the newest, shows their age, and survives a failed one", async () => {
  mkdirSync(joinPath(folder, "quadrant-2020-01-09T00-00-00Z.tar.abc.part"), { recursive: true });
  const threeDaysAgo = Date.now() / 1_000 - 3 * 86_400;
  for (const name of ["quadrant-2020-01-01T00-00-00Z.tar", "quadrant-2020-01-02T00-00-00Z.tar", "mine.tar"]) {
    writeFileSync(joinPath(folder, name), "");
    utimesSync(joinPath(folder, name), threeDaysAgo, threeDaysAgo);
  }
  const server = await start({ BACKUP_EVERY: "2d", BACKUP_KEEP: "2" });
  await waitUntil("the old one is gone", () => server.logged().includes("removed an old backup"));
  const names = readdirSync(folder).sort();
  expect(names).toEqual([
    "mine.tar",
    "quadrant-2020-01-02T00-00-00Z.tar",
    expect.stringMatching(/^quadrant-2\d{3}-.*Z\.tar$/),
  ]);
  const file = joinPath(folder, names[2] ?? "");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await runCommand("backup", store, [file, "--verify"])).status).toBe(0);

  const meera = await join(server, "meera");
  makeAdmin(server, meera);
  expect((await browse(server, meera).get("/admin")).text).toMatch(
    /Last backup<\/dt><dd>[^<]+<\/dd><dd>(just now|1 minute ago)</,
  );
  await server.stop();

  const again = await start({ BACKUP_EVERY: "2d", BACKUP_KEEP: "1" });
  // No backup is made before it is due, so the first attempt is the one that fails.
  expect(readdirSync(folder)).toHaveLength(3);
  rmSync(folder, { recursive: true });
  writeFileSync(folder, "in the way");
  await passTime(again, minuteMs);
  await waitUntil("the failure is in the log", () => again.logged().includes("the backup failed"));
  expect((await fetch(`${again.url}/healthz`)).status).toBe(200);
  rmSync(folder);
  await passTime(again, 10 * minuteMs);
  await waitUntil("the next one", () => again.logged().includes("made a backup"));
  expect(again.logged().match(/made a backup|removed an old backup/g)).toEqual(["made a backup"]);
  expect(await again.stop()).toBe(0);
  rmSync(folder, { recursive: true });
});

test("each backup is encrypted, passed to the command until it succeeds, and can be restored from there with the key", async () => {
  const elsewhere = mkdtempSync(joinPath(tmpdir(), "quadrant-elsewhere-"));
  const command = joinPath(elsewhere, "send");
  const full = joinPath(elsewhere, "full");
  writeFileSync(full, "");
  writeFileSync(command, `#!/bin/sh\nenv >${elsewhere}/env\n[ ! -e ${full} ] && cp "$1" "$2"\n`, {
    mode: 0o755,
  });
  const identity = await generateX25519Identity();
  const key = joinPath(elsewhere, "key");
  writeFileSync(key, `# created by a test\n${identity}\n`);
  const server = await start({
    BACKUP_EVERY: "1d",
    BACKUP_COMMAND: `${command} {file} ${elsewhere}/`,
    BACKUP_RECIPIENT: await identityToRecipient(identity),
  });
  await waitUntil("the failure", () => server.logged().includes("the backup failed"));
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^quadrant-.*Z\.tar$/)]);
  const examine = () => runCommand("doctor", store, [], { BACKUP_EVERY: "1d" });
  expect(await examine()).toMatchObject({
    status: 1,
    stdout: expect.stringContaining(
      `fail  The last backup failed, or could not be sent away: ${command} ended with 1.\n`,
    ),
  });
  rmSync(full);
  await passTime(server, 10 * minuteMs);
  await waitUntil("it is sent", () => server.logged().includes("sent a backup away"));
  await expect.poll(async () => (await examine()).status).toBe(0);
  await server.stop();

  const sent = readdirSync(elsewhere).filter((name) => name.endsWith(".tar.age"));
  expect(sent).toEqual([expect.stringMatching(/^quadrant-.*Z\.tar\.age$/)]);
  expect(readdirSync(folder).filter((name) => name.endsWith(".age"))).toEqual([]);
  expect(readFileSync(joinPath(elsewhere, "env"), "utf8")).not.toMatch(/STORAGE_DIR|SECRET|BACKUP/);
  const file = joinPath(elsewhere, sent[0] ?? "");
  expect(readFileSync(file).includes("manifest.json")).toBe(false);
  const other = joinPath(elsewhere, "other-key");
  writeFileSync(other, await generateX25519Identity());
  const fresh = joinPath(elsewhere, "store");
  for (const [said, ...options] of [
    ["The backup is encrypted. Add --key FILE."],
    [`${other} does not have the key of this backup`, "--key", other],
    [`There is no file ${key}.gone.`, "--key", `${key}.gone`],
  ] as const)
    expect((await runCommand("restore", fresh, [file, ...options])).stderr).toContain(
      `The restore failed. ${said}`,
    );
  expect((await runCommand("backup", fresh, [file, "--verify", "--key", key])).stdout).toContain(
    "is complete",
  );
  expect(await runCommand("restore", fresh, [file, "--key", key])).toMatchObject({ status: 0, stderr: "" });
  rmSync(elsewhere, { recursive: true });
});

test("lost uploads are named by the start, the overview, doctor and each backup, and the last complete backup is kept", async () => {
  const at = mkdtempSync(joinPath(tmpdir(), "quadrant-lacking-"));
  const settings = { BACKUP_EVERY: "1d", BACKUP_KEEP: "2", RATE_LIMITS: "off" };
  const backups = () => readdirSync(joinPath(at, "backups")).sort();
  const first = await startServer({ RATE_LIMITS: "off" }, at);
  const meera = await join(first, "meera");
  makeAdmin(first, meera);
  for (const n of [1, 2, 3]) await share(meera, { name: "notes.txt", bytes: Buffer.from(`notes ${n}`) });
  await first.stop();
  const whole = await startServer(settings, at, clock);
  await waitUntil("a backup", () => whole.logged().includes("made a backup"));
  expect(whole.logged()).not.toContain("missing or damaged");
  await whole.stop();
  const complete = backups();
  expect(complete).toEqual([expect.stringMatching(/^quadrant-[\dTZ-]+\.tar$/)]);

  // A missing file, an empty file and a truncated file.
  const uploads = joinPath(at, "uploads");
  cpSync(uploads, joinPath(at, "uploads-before"), { recursive: true });
  const [gone = "", empty = "", short = ""] = readdirSync(uploads).filter((name) => name.length === 64);
  rmSync(joinPath(uploads, gone));
  writeFileSync(joinPath(uploads, empty), "");
  writeFileSync(joinPath(uploads, short), "note");
  const line =
    "3 uploads are missing or damaged. Put uploads/ back from a copy, or restore the last complete backup.";
  const server = await startServer(settings, at, clock);
  await waitUntil("the line in the log", () => server.logged().includes(line));
  const browser = browse(server, meera);
  expect((await browser.get("/admin")).text).toContain(line);
  for (const days of [1, 2, 3]) {
    await passTime(server, 25 * 60 * minuteMs);
    await waitUntil(
      `backup ${days}`,
      () => server.logged().split("made a backup. 3 uploads are missing").length === days + 1,
    );
  }
  await waitUntil("two that lack something", () => backups().length === 3);
  expect(backups()[0]).toBe(complete[0]);
  expect(backups().slice(1)).toEqual(Array(2).fill(expect.stringMatching(/^quadrant-.*Z-lacks-3\.tar$/)));
  expect((await browser.get("/admin")).text).toContain("The last backup lacks 3 uploads.");
  const doctor = await runCommand("doctor", at, ["--store"]);
  expect([doctor.status, doctor.stdout]).toEqual([1, expect.stringContaining(`fail  ${line}`)]);
  const lacking = joinPath(at, "backups", backups()[2] ?? "");
  expect((await runCommand("backup", at, [lacking, "--verify"])).stdout).toContain(
    "is whole, but lacks 3 uploads",
  );

  rmSync(uploads, { recursive: true });
  cpSync(joinPath(at, "uploads-before"), uploads, { recursive: true });
  await passTime(server, 25 * 60 * minuteMs);
  await waitUntil("a complete one", () => server.logged().includes('"msg":"made a backup"'));
  await waitUntil("the older ones are gone", () => backups().length === 2);
  expect(backups()).not.toContain(complete[0]);
  expect((await runCommand("doctor", at, ["--store"])).stdout).toContain("ok    Every upload is there.");
  await server.stop();

  // The restore keeps uploads of the replaced store that the backup lacks.
  expect((await runCommand("restore", at, [lacking, "--force"])).stderr).toContain(
    "The backup lacks 3 uploads.",
  );
  expect((await runCommand("doctor", at, ["--store"])).stdout).toContain("ok    Every upload is there.");
  rmSync(at, { recursive: true });
});

test("a backup dated in the future does not count as the last and displaces no other", async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const future = joinPath(folder, "quadrant-2099-01-01T00-00-00Z.tar");
  writeFileSync(future, "");
  utimesSync(future, 4e9, 4e9);
  const server = await startServer({ BACKUP_EVERY: "1d", BACKUP_KEEP: "1" }, store);
  await waitUntil("a backup", () => server.logged().includes("made a backup"));
  await waitUntil("the other is gone", () => server.logged().includes("removed an old backup"));
  await server.stop();
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^quadrant-20[2-8]/)]);
  rmSync(folder, { recursive: true });
});

test("BACKUP_EVERY is checked at the start", async () => {
  for (const every of sample(["0d", "often", "1"], 3)) {
    await expect(start({ BACKUP_EVERY: every })).rejects.toThrow(
      "Environment: BACKUP_EVERY must be like 12h or 1d",
    );
  }
});
