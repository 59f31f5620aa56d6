/**
 * `npm run cluster` runs the demo community on three rqlite nodes, NATS, a bucket and two servers on this machine, and
 * deletes everything at the end.
 */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { lockStore } from "../app/platform/store/lock.server.ts";
import { natsServer, startNats } from "../tests/support/nats.ts";
import { rqlited, startRqlite } from "../tests/support/rqlite.ts";
import { startS3 } from "../tests/support/s3.ts";
import { startServer } from "../tests/support/server.ts";
import { demoLogIns, demoPassword } from "./demo/log-ins.ts";

const run = promisify(execFile);
const folder = resolve("storage/cluster");
const stores = ["1", "2"].map((name) => join(folder, name));
const [first = ""] = stores;

if (rqlited === null) refuse("There is no rqlited. Put it on the PATH, or name it with RQLITED.");
if (natsServer === null) refuse("There is no nats-server. Put it on the PATH, or name it with NATS_SERVER.");
const lock = lockStore(folder) ?? refuse("A cluster is running already. Stop it first.");
for (const store of stores) {
  rmSync(store, { recursive: true, force: true });
  mkdirSync(join(store, "uploads"), { recursive: true, mode: 0o700 });
}

const stops: (() => Promise<unknown>)[] = [async () => lock.close()];
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop(0));
try {
  console.log("Starting three nodes of rqlite, NATS and a bucket …");
  const rqlite = await startRqlite(3);
  stops.unshift(() => rqlite.stop());
  const nats = await startNats();
  stops.unshift(() => nats.kill());
  const s3 = await startS3();
  stops.unshift(() => s3.stop());
  console.log("Making the demo community and moving it there …");
  await command(first, {}, "scripts/demo/seed.ts");
  const [databaseUrl = "", otherUrl = ""] = rqlite.nodes.map((node) => node.databaseUrl);
  const { FILES_URL = "", ...key } = s3.settings;
  await command(first, key, "scripts/move.ts", "--to", databaseUrl, "--to", FILES_URL);
  const shared = {
    ...s3.settings,
    NATS_URL: nats.url,
    SESSION_SECRET: randomBytes(32).toString("base64url"),
    RQLITE_OLD: "yes",
    LOG_LEVEL: "error",
  };
  const port = Number(process.env.PORT || 3000);
  console.log("\nThe demo community is on");
  for (const [index, DATABASE_URL] of [databaseUrl, otherUrl].entries()) {
    const PORT = String(port && port + index);
    const server = await startServer({ ...shared, DATABASE_URL, PORT }, stores[index]);
    stops.unshift(() => server.stop());
    console.log(`  http://localhost:${server.port}`);
  }
  console.log("");
  for (const { email, role } of demoLogIns) console.log(`  ${role.padEnd(14)} ${email}  ${demoPassword}`);
  console.log("\nIt starts fresh every time. Press Ctrl+C to stop it.");
} catch (error) {
  console.error(`The cluster cannot start: ${(error as Error).message}`);
  await stop(1);
}

function command(store: string, settings: Record<string, string>, ...args: string[]) {
  const environment = { PATH: process.env.PATH, STORAGE_DIR: store, ...settings };
  return run(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], { env: environment });
}

function refuse(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

async function stop(exitCode: number): Promise<void> {
  for (const each of stops) await each().catch(() => {});
  process.exit(exitCode);
}
