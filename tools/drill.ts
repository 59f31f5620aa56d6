/**
 * `npm run drill` causes every failure that we know around a server, and prints for each what was tried, how often, and how
 * much was late, refused and lost. Fails if anything was lost. `npm run drill -- disk mail` runs some parts, and
 * `npm run drill -- load 10`, or `small 10`, loads a server for that many minutes.
 */
import { canMount } from "../tests/support/disk.ts";
import { natsServer } from "../tests/support/nats.ts";
import { rqlited } from "../tests/support/rqlite.ts";
import { drillBackup } from "./drill/backup.ts";
import { drillClock } from "./drill/clock.ts";
import { drillCluster } from "./drill/cluster.ts";
import { drillForbiddenWrites, drillFullDisk } from "./drill/disk.ts";
import { drillLoad } from "./drill/load.ts";
import { drillLocked } from "./drill/locked.ts";
import { drillMail } from "./drill/mail.ts";
import type { Outcome } from "./drill/outcome.ts";
import { drillReadOnlyStart } from "./drill/read-only.ts";
import { drillSigkill } from "./drill/sigkill.ts";
import { drillSockets } from "./drill/sockets.ts";
import { drillDamage, drillSecondServer } from "./drill/store.ts";

const asked = process.argv.slice(2);
const minutes = Number(asked.find((word) => Number(word) > 0) ?? 1);
const load = { minutes, sockets: 2_000, requestsPerSecond: 50 };

const parts: Record<string, () => Promise<Outcome>> = {
  sigkill: () => drillSigkill(50),
  disk: () => drillFullDisk(10),
  writes: () => drillForbiddenWrites(10),
  "read-only": () => drillReadOnlyStart(),
  locked: () => drillLocked(3),
  store: () => drillSecondServer(5),
  damage: () => drillDamage(),
  clock: () => drillClock(),
  mail: () => drillMail(["asha", "rohan"]),
  sockets: () => drillSockets(2_000, 5),
  backup: () => drillBackup(5),
  load: () => drillLoad(load),
  small: () => drillLoad({ ...load, isSmall: true }),
  cluster: () => drillCluster(60),
};
const chosen = asked.filter((word) => !(Number(word) > 0));
const unknown = chosen.find((name) => !Object.hasOwn(parts, name));
if (unknown !== undefined) {
  console.error(`There is no part ${unknown}. The parts are: ${Object.keys(parts).join(", ")}.`);
  process.exit(2);
}

let hasLost = false;
for (const [name, drill] of Object.entries(parts)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  if (name === "disk" && !canMount()) {
    console.log("disk: left out, because this system does not let us mount a small disk");
    continue;
  }
  if (name === "cluster" && !(rqlited && natsServer)) {
    console.log("cluster: left out without rqlited and nats-server (docs/cluster.md)");
    continue;
  }
  const {
    tried,
    lost,
    refused = [],
    late = [],
    figures,
  } = await drill().catch((error: Error): Outcome => ({ tried: name, lost: [error.message] }));
  const columns = Object.entries({ late, refused, lost });
  const counts = columns.map(([column, { length }]) => `${column} ${length}`.padEnd(12));
  console.log(`${counts.join("")}${tried}${figures ? ` (${figures})` : ""}`);
  for (const [column, problems] of columns)
    for (const problem of problems.slice(0, 20)) console.log(`  ${column}: ${problem}`);
  hasLost ||= lost.length > 0;
}
process.exit(hasLost ? 1 : 0);
