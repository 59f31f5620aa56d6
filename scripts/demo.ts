/** `npm run demo` creates a temporary community in `storage/demo/` and serves it with the build, like `npm start`. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { lockStore } from "../app/platform/store/lock.server.ts";
import { startDemoGoogle } from "./demo/google.ts";
import { demoLogIns, demoPassword } from "./demo/log-ins.ts";

function refuse(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

// A separate folder, because it is emptied first.
const storage = resolve("storage/demo");
Object.assign(process.env, {
  STORAGE_DIR: storage,
  DATABASE_URL: "",
  DATABASE_URL_FILE: "",
  NODE_ENV: "production",
  LOG_LEVEL: process.env.LOG_LEVEL || "error",
});

const lock = lockStore(storage) ?? refuse("A demo is running already. Stop it first.");
const probe = createServer().listen(Number(process.env.PORT || 3000), process.env.HOST || "0.0.0.0");
await once(probe, "listening").catch((error: Error) => refuse(`The demo cannot start: ${error.message}`));
probe.close();

for (const name of readdirSync(storage)) {
  if (name !== "lock") rmSync(join(storage, name), { recursive: true });
}
mkdirSync(join(storage, "uploads"));
// The seed runs in a separate process, so that the server shares neither modules nor a connection with it.
execFileSync(process.execPath, ["scripts/demo/seed.ts"], { stdio: "inherit" });
// The server reads its settings when it starts.
if (!process.env.GOOGLE_CLIENT_ID) Object.assign(process.env, await startDemoGoogle());
lock.close();
const server: typeof import("../server.ts") = await import(
  new URL("../build/server/index.js", import.meta.url).href
);

console.log(`\nThe demo community is on http://localhost:${server.port}\n`);
for (const { email, role } of demoLogIns) console.log(`  ${role.padEnd(14)} ${email}  ${demoPassword}`);
console.log("\nIt starts fresh every time. Press Ctrl+C to stop it.");
