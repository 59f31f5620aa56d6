import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { expect, test } from "vitest";
import { baseSettings, runCommand } from "../support/commands.ts";
import { canMount, onReadOnlyDisk, onSmallDisk } from "../support/disk.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { natsServer, startNats } from "../support/nats.ts";
import { sample } from "../support/nightly.ts";
import { rqlited, startRqlite } from "../support/rqlite.ts";
import { startS3 } from "../support/s3.ts";
import { newStore, startServer, type TestServer } from "../support/server.ts";
import { startSmtp } from "../support/smtp.ts";
import { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const server = await shareServer(unlimited);
const open = await shareServer({ BACKUP_EVERY: "1d", HOST: "0.0.0.0" });

test("doctor finds no problem in a healthy installation, and sends one mail", async () => {
  const smtp = await startSmtp();
  await waitUntil("a backup", () => open.logged().includes("made a backup"));
  const { status, stdout } = await runCommand("doctor", open.storage, [], {
    APP_URL: open.url,
    SMTP_URL: smtp.url,
    MAIL_FROM: "Quadrant <office@college.example>",
    BACKUP_EVERY: "1d",
  });
  expect(stdout.split("\n").filter((line) => line && !line.startsWith("ok "))).toEqual([]);
  expect(stdout).toContain("WebSockets pass.");
  expect(stdout).toContain("The last backup is 0 hours old.");
  expect(status).toBe(0);
  expect(smtp.delivered.map(({ to }) => to)).toEqual(["office@college.example"]);
  await smtp.stop();
});

test("doctor explains how to fix each problem and exits with 1", async () => {
  chmodSync(server.storage, 0o755);
  const { status, stdout } = await runCommand("doctor", server.storage, [], {
    APP_URL: "https://127.0.0.1:9",
    SMTP_URL: "smtp://127.0.0.1:9",
    MAIL_FROM: "office@college.example",
    BACKUP_EVERY: "1d",
  });
  expect(status).toBe(1);
  for (const line of [
    `fail  Others on this machine can read ${server.storage}. Run: chmod 700 ${server.storage}.`,
    "fail  The mail server accepts no mail (connect ECONNREFUSED 127.0.0.1:9). Check the address, the port",
    "fail  https://127.0.0.1:9 cannot be reached",
    "look  No backup yet.",
  ]) {
    expect(stdout).toContain(line);
  }
  expect(stdout).not.toMatch(/node_modules| {4}at /);
  chmodSync(server.storage, 0o700);
});

const hasAddress = Object.values(networkInterfaces()).some((each) => each?.some(({ internal }) => !internal));
test.runIf(hasAddress)("doctor warns if the server can be reached without its trusted proxy", async () => {
  const examine = async ({ url, port, storage }: TestServer) => {
    const settings = { APP_URL: url, PORT: String(port), TRUST_PROXY: "1" };
    return (await runCommand("doctor", storage, [], settings)).stdout;
  };
  const found = await examine(open);
  expect(found).toContain("answers.");
  expect(found).toContain("look  TRUST_PROXY is set, but ");
  expect(found).toContain("answers without the proxy");
  const behind = await examine(server);
  expect(behind).toContain("answers.");
  expect(behind).not.toContain("answers without the proxy");
});

const scanners = [
  [
    "case $(cat $1) in *EICAR*) exit 1;; esac",
    "ok    The scanner passes a harmless file and finds the EICAR",
  ],
  ["exit 1", "fail  SCAN_COMMAND rejects a harmless file, so uploads are refused."],
  ["exit 0", "look  SCAN_COMMAND passes the EICAR test file."],
  [null, "fail  Environment: SCAN_COMMAND must name a command that exists."],
] as const;
test.each(sample(scanners, 2))("doctor tests the scanner: %s", async (script, line) => {
  const folder = mkdtempSync(joinPath(tmpdir(), "quadrant-scanner-"));
  const scanner = joinPath(folder, "scanner");
  if (script) writeFileSync(scanner, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
  const { stdout } = await runCommand("doctor", server.storage, [], { SCAN_COMMAND: scanner });
  expect(stdout).toContain(line);
  expect(readdirSync(joinPath(server.storage, "uploads"))).toEqual([]);
  rmSync(folder, { recursive: true });
});

test("doctor refuses an unknown option", async () => {
  expect(await runCommand("doctor", "/nowhere", ["--mailto", "asha@college.example"])).toMatchObject({
    status: 2,
    stderr: "Usage: npm run doctor -- [--mail-to ADDRESS] [--store]\n",
  });
});

test("doctor names a wrong setting and creates nothing in a store that does not exist yet", async () => {
  const folder = mkdtempSync(joinPath(tmpdir(), "quadrant-doctor-"));
  const storage = joinPath(folder, "store");
  expect(await runCommand("doctor", storage, [], { PORT: "http" })).toMatchObject({
    status: 1,
    stdout: expect.stringContaining("fail  Environment: PORT must be a whole number."),
  });
  expect((await runCommand("doctor", storage)).status).toBe(0);
  expect(existsSync(storage)).toBe(false);
  rmSync(folder, { recursive: true });
});

/** Runs doctor on a store, in a mount namespace. */
function runDoctor([command = "", ...before]: string[], storage: string, shell: string) {
  const script = `${shell} exec "$0" build/server/doctor.js`;
  return spawnSync(command, [...before, "sh", "-c", script, process.execPath, storage], {
    env: { ...baseSettings, STORAGE_DIR: storage, SCAN_COMMAND: "/bin/true" },
    encoding: "utf8",
  }).stdout;
}

test.runIf(canMount())(
  "doctor distinguishes a read-only disk, a full disk and another user's store",
  async () => {
    const store = newStore();
    const readOnly = runDoctor(onReadOnlyDisk(store), store, "");
    expect(readOnly).toContain(
      `fail  The disk of ${store} is read-only. See the system's log (dmesg) for the reason, and mount it writable again.\n`,
    );
    expect(readOnly).not.toMatch(/chown|as the server's user|damaged| {4}at /);
    const fill = 'dd if=/dev/zero of="$1/filler" bs=4096 2>/dev/null;';
    const full = runDoctor(onSmallDisk(store, 1), store, fill);
    expect(full).toContain(
      "fail  Nothing can be written (0.0 GB free): forms and calls are refused, pages are shown.",
    );
    expect(full).not.toMatch(/Uploads will be refused soon| {4}at /);
    const left = runDoctor(["env"], store, "");
    expect(left).toContain("ok    The database is whole.");
    expect(readdirSync(store).filter((name) => name.startsWith("doctor-"))).toEqual([]);
    rmSync(store, { recursive: true });
  },
);

test("doctor explains why a mail server without usable encryption gets no mails, and what to change", async () => {
  const smtp = await startSmtp();
  const at = smtp.url.replace("smtp://", "");
  const ask = async (url: string) => {
    const settings = { SMTP_URL: url, MAIL_FROM: "office@college.example" };
    const { stdout } = await runCommand("doctor", server.storage, [], settings);
    return stdout.split("\n").find((line) => line.includes("accepts no mail")) ?? stdout;
  };
  const withPassword = await ask(`smtp://office:secret@${at}`);
  expect(withPassword).toContain(
    "It offers no encryption, and a password never goes out without. Use another port or server.",
  );
  expect(await ask(`smtps://${at}`)).toBe(
    "fail  The mail server accepts no mail (it answers, but not in TLS). Use smtp:// with this port, or the port for smtps://, mostly 465.",
  );
  const encrypted = await startSmtp(0, { startTls: true });
  expect(await ask(`smtp://office:secret@${encrypted.url.replace("smtp://", "")}`)).toContain(
    "Use the name that its certificate has; for one of your own set NODE_EXTRA_CA_CERTS.",
  );
  await Promise.all([smtp.stop(), encrypted.stop()]);
});

test.skipIf(!rqlited || !natsServer)("doctor passes a healthy cluster and names its dead parts", async () => {
  const [rqlite, nats, s3] = await Promise.all([startRqlite(3), startNats(), startS3()]);
  const settings = {
    ...s3.settings,
    DATABASE_URL: rqlite.nodes[0]?.databaseUrl ?? "",
    NATS_URL: nats.url,
    SESSION_SECRET: "a secret that all nodes of this test have",
  };
  const server = await startServer({
    ...settings,
    RQLITE_OLD: "yes",
    METRICS_TOKEN: "a-token-for-figures",
  });
  const examine = async (more: Record<string, string> = {}) => {
    const options = { ...settings, APP_URL: server.url, ...more };
    const { stdout } = await runCommand("doctor", server.storage, [], options);
    return stdout.split("\n");
  };
  const areFailures = (lines: string[]) => lines.filter((line) => line.startsWith("fail"));
  const healthy = await examine();
  expect(areFailures(healthy)).toEqual([]);
  expect(healthy.filter((line) => / of rqlite .+ (leads|follows)\.$/.test(line))).toHaveLength(3);
  expect(healthy.filter((line) => line.endsWith(" leads."))).toHaveLength(1);
  expect(healthy).toContain(`ok    NATS at ${new URL(nats.url).host} lets us in.`);
  expect(healthy).toContain(`ok    ${server.url} answers.`);

  const wrong = nats.url.replace("a%20secret", "a%20guess");
  expect(areFailures(await examine({ NATS_URL: wrong })).join()).toMatch(
    /NATS at \S+ does not let us in \(.*Auth/i,
  );
  await Promise.all([rqlite.nodes[2]?.kill(), nats.kill()]);
  const [dead = "", silent = "", ...more] = areFailures(await examine());
  expect(more).toEqual([]);
  expect(dead).toMatch(/^fail {2}Node 3 of rqlite \(127\.0\.0\.1:\d+\) is not reachable\./);
  expect(silent).toContain(`NATS at ${new URL(nats.url).host} does not let us in`);
  // The database is on rqlite, not in the store's folder, and its size is still reported.
  const Authorization = "Bearer a-token-for-figures";
  const { text } = await new Visitor(server.url).get("/metrics", { Authorization });
  expect(Number(/^quadrant_database_bytes (\d+)/m.exec(text)?.[1])).toBeGreaterThan(100_000);
  await server.stop();
  await Promise.all([rqlite.stop(), s3.stop()]);
});
