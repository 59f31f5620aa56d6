/**
 * `npm run doctor` checks an installation with the server's settings and suggests what to do about each finding. Exits with
 * 1 if something must be repaired. `--mail-to ADDRESS` receives the test mail. `--store` checks the store only.
 */
import * as crypto from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import Client from "better-sqlite3";
import { WebSocket } from "ws";
import { buildFile, readBuild, readVersion } from "#app/platform/process/version.server.ts";
import { findSecretProblem, listSecretsInUse, storedSecrets } from "#app/platform/secrets.server.ts";
import { findLostDatabase } from "#app/platform/store/existing.server.ts";
import { compareSchema, describeForeign, findForeignBuild } from "#app/platform/store/upgrade.server.ts";
import { databaseUrl } from "#db/database-url.ts";
import { storageDir } from "#db/storage-dir.ts";
import { isEmptyDatabase } from "#db/store-file.ts";
import { checkNats, checkRqlite } from "./doctor/cluster.ts";
import { type Finding, fail, look, ok } from "./doctor/finding.ts";

const file = join(storageDir, "community.sqlite");
const hourMs = 60 * 60_000;
const gigabyte = 1024 ** 3;

const args = readArguments();

function readArguments() {
  try {
    return parseArgs({ options: { "mail-to": { type: "string" }, store: { type: "boolean" } } }).values;
  } catch {
    console.error("Usage: npm run doctor -- [--mail-to ADDRESS] [--store]");
    process.exit(2);
  }
}

const secretsInUse = listSecretsInUse();
// Run by another user, this command must not create a secret that the server cannot read.
if (secretsInUse.includes("session-secret")) process.env.SESSION_SECRET = crypto.randomUUID();
process.env.LOG_LEVEL = "silent";
const { env, findMisspelled, findUnusedSettings } = await import("#app/platform/env.server.ts").catch(
  (error: Error) => {
    console.log(`fail  ${error.message}. Correct it; the README lists every setting.`);
    process.exit(1);
  },
);

const user = process.getuid?.() ?? 0;
/** Whether the store belongs to another user, whose files only root can read. */
const isOthers = user !== 0 && existsSync(storageDir) && statSync(storageDir).uid !== user;

/** Returns the error's code, or null. Tries a write, because root ignores permissions. */
function tryToWrite(): string | null {
  if (isOthers || !existsSync(storageDir)) return null;
  const path = join(storageDir, `doctor-${crypto.randomUUID()}.part`);
  try {
    writeFileSync(path, Buffer.alloc(64 * 1024), { mode: 0o600, flush: true });
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    if (existsSync(path)) rmSync(path);
  }
}
const writeError = tryToWrite();
/** SQLite cannot read a database on a read-only disk, because it must write files beside it. */
const isReadOnly = writeError === "EROFS";

function checkNode(): Finding {
  if (!("argon2" in crypto)) {
    return fail(`Node ${process.versions.node} is too old: 24.7 is needed. Run npm ci, which brings it.`);
  }
  return ok(`Node ${process.versions.node}`);
}

function checkVersion(): Finding[] {
  const { version, commit } = readVersion();
  const build = readBuild();
  if (!build)
    return [ok(`Quadrant ${version} (${commit})`), look("There is no build yet: npm start makes it")];
  const mistake = findForeignBuild();
  return [
    ok(
      `Quadrant ${version} (${commit})${build.commit === commit ? "" : `, with a build of ${build.commit}`}`,
    ),
    ...(mistake ? [fail(mistake)] : []),
  ];
}

function checkStore(): Finding {
  if (isOthers) return look(`${storageDir} belongs to another user. Run: deploy/quadrant doctor`);
  if (isReadOnly) {
    return fail(
      `The disk of ${storageDir} is read-only. See the system's log (dmesg) for the reason, and mount it writable again`,
    );
  }
  if (databaseUrl) return ok(`The data are on rqlite; the store ${storageDir} has the rest`);
  try {
    for (const path of [storageDir, join(storageDir, "uploads"), file].filter((each) => existsSync(each))) {
      accessSync(path, constants.R_OK | constants.W_OK);
    }
  } catch (error) {
    return fail(
      `${(error as Error).message}. Give the store to the server's user: chown -R quadrant ${storageDir}`,
    );
  }
  const loss = findLostDatabase(storageDir);
  if (loss) return fail(loss);
  if (!existsSync(file)) {
    return look(
      `${storageDir} holds no community yet. The first start makes it; if there should be one, set STORAGE_DIR.`,
    );
  }
  if (statSync(storageDir).mode & 0o077)
    return fail(`Others on this machine can read ${storageDir}. Run: chmod 700 ${storageDir}`);
  return ok(`The store ${storageDir} is ours alone`);
}

/** The server itself replaces a damaged key of the room, which lasts for a day. */
function checkSecrets(): Finding[] {
  if (isOthers || !existsSync(storageDir)) return [];
  const hasCommunity = databaseUrl !== null || existsSync(file);
  const findings = secretsInUse.flatMap((name): Finding[] => {
    const path = join(storageDir, name);
    const problem = findSecretProblem(name);
    if (problem) return [name === "room-key" ? look(problem) : fail(problem)];
    if (existsSync(path)) {
      if (statSync(path).mode & 0o077) return [look(`Others can read ${path}. Run: chmod 600 ${path}`)];
      return [];
    }
    if (!hasCommunity || name === "room-key") return [];
    return [
      look(
        `${path} is missing. Put it back from a copy: otherwise the next start makes a new one, and ${storedSecrets[name].loss}`,
      ),
    ];
  });
  return findings.length > 0 ? findings : [ok("The stored secrets can be used")];
}

/** After an older database is restored, files that are missed may be in `swept/`. */
function checkSwept(): Finding[] {
  const folder = join(storageDir, "swept");
  if (isOthers || !existsSync(folder)) return [];
  const { length } = readdirSync(folder);
  return length === 0
    ? []
    : [look(`Nothing uses ${length} files in ${folder}. Each is deleted after seven days there.`)];
}

async function checkDatabase(): Promise<Finding> {
  if (isReadOnly) return look("The database is checked once its disk can be written");
  try {
    if (isEmptyDatabase(file)) return ok("No database to check");
    const database = new Client(file, { readonly: true, timeout: 5_000 });
    const result = database.pragma("quick_check(1)", { simple: true });
    database.close();
    if (result === "ok") return ok("The database is whole");
    return fail(`The database is damaged (${result}). ${adviceOnDamage}`);
  } catch (error) {
    return fail(`The database cannot be read (${(error as Error).message}). ${adviceOn(error)}`);
  }
}

const adviceOnDamage =
  "Stop the server, keep a copy of community.sqlite, and run: npm run restore -- FILE --force.";

/** A database that this user must not open is not a damaged one. */
const adviceOn = (error: unknown): string =>
  /^SQLITE_(CORRUPT|NOTADB)/.test((error as { code?: string }).code ?? "")
    ? adviceOnDamage
    : "Run this command as the server's user: deploy/quadrant doctor.";

/** Stores, finds and deletes a file, to test the key's permissions. */
async function checkBucket(): Promise<Finding[]> {
  if (!env.FILES_URL) return [];
  const { storedFiles } = await import("#app/platform/file-store/stored-files.server.ts");
  const name = `doctor-${crypto.randomUUID()}`;
  const path = join(tmpdir(), name);
  try {
    writeFileSync(path, "A text without anything harmful.", { mode: 0o600 });
    await storedFiles.put(name, path);
    for await (const _ of storedFiles.list()) break;
    const size = await storedFiles.size(name);
    await storedFiles.remove(name);
    if (size === 32) return [ok("The bucket stores, lists and deletes a file")];
    return [fail("The bucket does not find a file that it has just stored.")];
  } catch (error) {
    const advice =
      "Look at FILES_URL, AWS_REGION and the key, which must be allowed to read, list, write and delete.";
    return [fail(`Files cannot be stored (${(error as Error).message}). ${advice}`)];
  } finally {
    rmSync(path, { force: true });
  }
}

async function checkSchema(): Promise<Finding> {
  if (isReadOnly) return look("The schema is compared once its disk can be written");
  try {
    if (isEmptyDatabase(file)) return ok("No schema to compare");
    const { isForeign, isNewer, pending } = compareSchema(file);
    if (isForeign) return fail(describeForeign(file));
    if (isNewer) {
      return fail(
        "A newer version has used this database. Start that one, or go back: npm run restore -- --before-upgrade --force",
      );
    }
    if (pending.length === 0) return ok("The database fits this version");
    return look(`The next start copies the database and upgrades it: ${pending.join(", ")}`);
  } catch (error) {
    return fail(`The schema cannot be read (${(error as Error).message}). ${adviceOn(error)}`);
  }
}

function checkDisk(): Finding {
  if (!existsSync(storageDir)) return ok("No store to measure");
  const { bavail, bsize } = statfsSync(storageDir);
  const free = bavail * bsize;
  const text = `${(free / gigabyte).toFixed(1)} GB free`;
  const advice = "Delete old backups, or move the store to a larger disk.";
  if (writeError === "ENOSPC" || writeError === "EDQUOT") {
    return fail(`Nothing can be written (${text}): forms and calls are refused, pages are shown. ${advice}`);
  }
  if (free < gigabyte / 4) return fail(`Only ${text}. Uploads will be refused soon. ${advice}`);
  return free < 2 * gigabyte ? look(`Only ${text}. ${advice}`) : ok(text);
}

/** The EICAR test virus (eicar.org), split so that scanners do not find it in this file. */
const testVirus = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR", "STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("-");

/** Scans two files in the folder of uploads, which scanners often may not read. */
async function checkScanner(): Promise<Finding> {
  if (!env.SCAN_COMMAND) return ok("Uploads are not scanned: SCAN_COMMAND is not set");
  if (writeError || !existsSync(join(storageDir, "uploads")))
    return look("The scanner is checked once there is a store that can be written");
  const { scanFile } = await import("#app/platform/files/scan.server.ts");
  const scan = async (content: string) => {
    const path = join(storageDir, "uploads", `${crypto.randomUUID()}.part`);
    try {
      writeFileSync(path, content, { mode: 0o600 });
      return await scanFile(path);
    } finally {
      rmSync(path, { force: true });
    }
  };
  if ((await scan("A text without anything harmful.")) !== "clean") {
    return fail(
      "SCAN_COMMAND rejects a harmless file, so uploads are refused. Run it by hand; clamdscan needs --fdpass.",
    );
  }
  if ((await scan(testVirus)) !== "found") {
    return look(
      "SCAN_COMMAND passes the EICAR test file. Check that it exits with 1 when it finds something.",
    );
  }
  return ok("The scanner passes a harmless file and finds the EICAR test file");
}

async function checkMail(): Promise<Finding> {
  if (!env.SMTP_URL)
    return look("Mails are only written to outbox/ of the store. Set SMTP_URL and MAIL_FROM to send them.");
  const { createMailTransport, mailEncryption, messageIdHost } = await import(
    "#app/platform/mail/transport.server.ts"
  );
  const to = args["mail-to"] ?? /[^\s<>"]+@[^\s<>"]+/.exec(env.MAIL_FROM ?? "")?.[0];
  if (!to) return fail("Nobody to send a test mail to. Set MAIL_FROM, or add --mail-to ADDRESS.");
  const transport = createMailTransport();
  const problem = await transport.findProblem();
  if (problem) return fail(`The mail server accepts no mail (${describeMailProblem(problem, env.SMTP_URL)}`);
  const { outcome, reason } = await transport.deliver({
    id: 0,
    messageId: `<${crypto.randomUUID()}@${messageIdHost}>`,
    to,
    subject: `${env.SITE_NAME} can send mails`,
    text: "npm run doctor sent this mail. It arrived, so there is nothing else to do.",
    date: new Date(),
  });
  transport.close();
  if (outcome !== "sent")
    return fail(
      `The mail server did not take a test mail to ${to} (${reason}). Check MAIL_FROM and that address.`,
    );
  const line = mailEncryption(env.SMTP_URL) === "required" ? "encrypted" : "unencrypted, as SMTP_URL allows";
  return ok(`The mail server took a mail to ${to} (${line}). Check that it arrives, and not as spam`);
}

function describeMailProblem(problem: string, url: string): string {
  const reason = problem.replace(/\s+/g, " ");
  if (/expired/i.test(reason)) return `${reason}). Its certificate must be renewed.`;
  if (/certificate|altnames/i.test(reason))
    return `${reason}). Use the name that its certificate has; for one of your own set NODE_EXTRA_CA_CERTS.`;
  if (url.startsWith("smtps:") && /EPROTO|SSL|wrong version/i.test(reason))
    return "it answers, but not in TLS). Use smtp:// with this port, or the port for smtps://, mostly 465.";
  if (/tls|ssl/i.test(reason)) {
    const { username, password } = new URL(url);
    return username + password === ""
      ? `${reason}). It offers no encryption. Use another port; only for a relay in your own network add ?ignoreTLS=true.`
      : `${reason}). It offers no encryption, and a password never goes out without. Use another port or server.`;
  }
  return `${reason}). Check the address, the port and the password in SMTP_URL.`;
}

async function checkAddress(): Promise<Finding[]> {
  const { APP_URL: origin, TRUST_PROXY: proxies } = env;
  if (!origin)
    return [look("APP_URL is not set: links in mails point at localhost. Set it to the public address.")];
  const answer = await fetch(`${origin}/healthz`, {
    redirect: "manual",
    signal: AbortSignal.timeout(10_000),
  }).catch((error: Error) => (error.cause as Error | undefined)?.message ?? error.message);
  if (typeof answer === "string") {
    if (isUpgrading()) {
      return [
        look(
          `${origin} cannot be reached while an upgrade is under way. Start the server, and run this again`,
        ),
      ];
    }
    return [
      fail(
        `${origin} cannot be reached (${answer}). Check that the server and the proxy run, DNS and the certificate.`,
      ),
    ];
  }
  const health = (await answer.json().catch(() => null)) as { status?: string } | null;
  if (answer.status !== 200 || health?.status !== "ok") {
    return [
      fail(
        `${origin}/healthz answers ${answer.status}, unlike our server. Check the proxy's target, and APP_URL.`,
      ),
    ];
  }
  const findings = [ok(`${origin} answers`), ...(await checkPort())];
  if (origin.startsWith("https:") && proxies === 0) {
    findings.push(
      fail(
        "The address is https, so there is a proxy in front, but TRUST_PROXY is 0: all visitors share one address and its limits. Set TRUST_PROXY=1.",
      ),
    );
  } else
    findings.push(ok(proxies === 0 ? "No proxy" : `${proxies} trusted. It must set X-Forwarded-For itself`));
  findings.push(
    (await passesSockets(origin))
      ? ok("WebSockets pass")
      : fail("WebSockets do not get through the proxy. Make it forward the Upgrade and Connection headers."),
  );
  return findings;
}

/** Whether no server has run with this build yet: migrations are pending, or it is newer than the last write. */
function isUpgrading(): boolean {
  try {
    const written = [file, `${file}-wal`].map((path) => statSync(path, { throwIfNoEntry: false }));
    const lastWrite = Math.max(...written.map((found) => (found?.size ? found.mtimeMs : 0)));
    return statSync(buildFile).mtimeMs > lastWrite || compareSchema(file).pending.length > 0;
  } catch {
    return false;
  }
}

/** Visitors who bypass the trusted proxy can claim any address, which evades all limits. */
async function checkPort(): Promise<Finding[]> {
  if (env.TRUST_PROXY === 0) return [];
  const ours = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const outside = ours.filter(({ internal, scopeid }) => !internal && !scopeid);
  const hosts = outside.map(({ address, family }) => (family === "IPv6" ? `[${address}]` : address));
  const reached = await Promise.all(
    hosts.map((host) =>
      fetch(`http://${host}:${env.PORT}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    ),
  );
  const host = hosts.find((_, index) => reached[index]);
  if (host === undefined) return [];
  return [
    look(
      `TRUST_PROXY is set, but ${host}:${env.PORT} answers without the proxy, where anyone can claim any address. Set HOST=127.0.0.1 (a container: publish no port, or 127.0.0.1:3000:3000), or close it by a firewall.`,
    ),
  ];
}

/** Our server accepts a socket without a session or answers 401. A proxy that does not upgrade answers something else. */
const passesSockets = (origin: string): Promise<boolean> =>
  new Promise((settle) => {
    const socket = new WebSocket(`${origin.replace(/^http/, "ws")}/realtime`, {
      origin,
      handshakeTimeout: 10_000,
    });
    socket.on("error", () => settle(false));
    socket.on("open", () => {
      socket.close();
      settle(true);
    });
    socket.on("unexpected-response", (_request, response) => {
      settle(response.statusCode === 401);
      response.destroy();
    });
  });

function checkClock(): Finding {
  const written = [file, `${file}-wal`, "package.json"].filter((path) => existsSync(path));
  const latest = Math.max(...written.map((path) => statSync(path).mtimeMs));
  if (latest > Date.now() + 60_000) {
    return fail(
      `The clock says ${new Date().toISOString()}, but files were written later. Turn on time synchronization.`,
    );
  }
  return ok(
    `The clock says ${new Date().toLocaleString("en-GB", { timeZone: env.TIME_ZONE })} in ${env.TIME_ZONE}`,
  );
}

async function checkBackup(): Promise<Finding[]> {
  const { backupFailure, findLastBackups, backupPeriodMs } = await import(
    "#app/platform/store/schedule.server.ts"
  );
  const { last, complete } = await findLastBackups();
  if (backupPeriodMs === null)
    return [look("No backups by schedule. Set BACKUP_EVERY=1d, or plan npm run backup yourself.")];
  const failure = backupFailure();
  const failed =
    failure === null ? [] : [fail(`The last backup failed, or could not be sent away: ${failure}`)];
  if (last === null)
    return [...failed, look("No backup yet. The running server makes the first within a minute.")];
  const ageOf = ({ madeAt }: { madeAt: number }) => `${Math.round((Date.now() - madeAt) / hourMs)} hours old`;
  const age = `The last backup is ${ageOf(last)}`;
  const kept = complete
    ? `The last complete one, ${complete.file}, is ${ageOf(complete)}`
    : "None is complete";
  return [
    ...failed,
    Date.now() - last.madeAt < 2 * backupPeriodMs
      ? ok(age)
      : fail(`${age}. Look for "the backup failed" in the server's log.`),
    ...(last.lost > 0 ? [fail(`The last backup lacks ${last.lost} uploads. ${kept}`)] : []),
  ];
}

/** Compares the stored files with the rows that refer to them. */
async function checkUploads(): Promise<Finding[]> {
  if (isOthers || isReadOnly || (!databaseUrl && !existsSync(file))) return [];
  try {
    if (!databaseUrl && (isEmptyDatabase(file) || compareSchema(file).isForeign)) return [];
    const [{ connectStore }, { storedFiles }, { countLostFiles, describeLostFiles }] = await Promise.all([
      import("#db/connect.ts"),
      import("#app/platform/file-store/stored-files.server.ts"),
      import("#app/platform/store/lost-files.server.ts"),
    ]);
    const database = await connectStore(storageDir);
    const lost = await countLostFiles(database, storedFiles).finally(() => database.close());
    return [lost === 0 ? ok("Every upload is there") : fail(describeLostFiles(lost))];
  } catch (error) {
    return [look(`The uploads could not be compared with the database (${(error as Error).message})`)];
  }
}

const store = async () => [
  checkStore(),
  ...(databaseUrl ? await checkRqlite(databaseUrl) : [await checkDatabase()]),
  ...(env.NATS_URL ? await checkNats(env.NATS_URL) : []),
  await checkSchema(),
  ...checkSecrets(),
  ...(await checkUploads()),
  ...checkSwept(),
  ...(await checkBucket()),
];
const findings = args.store
  ? await store()
  : [
      ...checkVersion(),
      checkNode(),
      ...[...findMisspelled(process.env), ...findUnusedSettings(process.env)].map(look),
      ...(await store()),
      checkDisk(),
      await checkScanner(),
      await checkMail(),
      ...(await checkAddress()),
      checkClock(),
      ...(await checkBackup()),
    ];
for (const { level, text } of findings) console.log(`${level.padEnd(4)}  ${text.replace(/\.?$/, ".")}`);
process.exit(findings.some(({ level }) => level === "fail") ? 1 : 0);
