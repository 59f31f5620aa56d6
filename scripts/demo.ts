/**
 * `npm run demo`: creates a throw-away community in `storage/demo/`, the same one every time, and serves it.
 * `npm run demo -- --only-make` creates it and exits.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Demo } from "./demo/demo.ts";
import { startDemoGoogle } from "./demo/google.ts";
import { demoLogIns, demoPassword } from "./demo/log-ins.ts";

// A folder of its own, because it is deleted first.
const storage = resolve("storage/demo");
Object.assign(process.env, {
  STORAGE_DIR: storage,
  NODE_ENV: "production",
  LOG_LEVEL: process.env.LOG_LEVEL || "error",
});
rmSync(storage, { recursive: true, force: true });
mkdirSync(join(storage, "uploads"), { recursive: true });

const isOnlyMade = process.argv.includes("--only-make");
// The server reads its settings as soon as it is imported.
if (!isOnlyMade && !process.env.GOOGLE_CLIENT_ID) Object.assign(process.env, await startDemoGoogle());

// Importing the database opens it, so STORAGE_DIR must be set before.
const { db } = await import("#db/index.ts");
const { seedPeople } = await import("./demo/people.ts");
const { seedJobs } = await import("./demo/jobs.ts");
const { seedResources } = await import("./demo/resources.ts");
const { seedEvents } = await import("./demo/events.ts");
const { seedMessages } = await import("./demo/messages.ts");
const { seedConnections } = await import("./demo/connections.ts");
const { seedRoom } = await import("./demo/room.ts");
const { seedReports } = await import("./demo/reports.ts");
const { seedFeedback } = await import("./demo/feedback.ts");

let state = 20_260_101;
/** Mulberry32: small, and the same in every run. */
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}

const demo: Demo = {
  db,
  storage,
  members: [],
  random,
  pick: (list) => list[Math.floor(random() * list.length)] as (typeof list)[number],
  now: Date.now(),
};
await seedPeople(demo);
await seedJobs(demo);
await seedResources(demo);
await seedEvents(demo);
await seedMessages(demo);
await seedConnections(demo);
await seedRoom(demo);
await seedReports(demo);
await seedFeedback(demo);

if (isOnlyMade) {
  db.$client.close();
} else {
  // The server reuses this process's connection.
  await import("../server.ts");
  console.log(`\nThe demo community is on http://localhost:${process.env.PORT || 3000}\n`);
  for (const { email, role } of demoLogIns) console.log(`  ${role.padEnd(14)} ${email}  ${demoPassword}`);
  console.log("\nIt starts fresh every time. Press Ctrl+C to stop it.");
}
