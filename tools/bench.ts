/**
 * `npm run bench` prints the table of goals, and a line for each other figure with its ratio to a bare server in the same
 * run. Machines are noisy, so compare only ratios. `npm run bench -- goals` runs one part.
 */
import { readdirSync } from "node:fs";
import type { Bench } from "./bench/report.ts";

const asked = process.argv.slice(2);
const parts = readdirSync(new URL("./bench/", import.meta.url))
  .filter(
    (name) =>
      name.endsWith(".ts") &&
      !["report.ts", "load.ts", "rows.ts", "sockets.ts", "bare-server.ts"].includes(name),
  )
  .filter((name) => asked.length === 0 || asked.includes(name.replace(".ts", "")));

for (const name of parts) {
  const { bench } = (await import(`./bench/${name}`)) as { bench: Bench };
  await bench((line) => console.log(line));
}
process.exit(0);
