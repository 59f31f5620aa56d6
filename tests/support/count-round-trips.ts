import "./clock.ts";
import { appendFileSync } from "node:fs";
import Client from "better-sqlite3";

// Loaded before the server by `--import`: writes a line to a file for each database round trip, with its statement or
// the first one of its transaction.

const file = process.env.ROUND_TRIPS ?? "";
interface Asked {
  source: string;
  database: Client.Database;
}
const prototype = Object.getPrototypeOf(new Client(":memory:").prepare("select 1")) as Record<
  "all" | "get" | "run",
  (this: Asked, ...values: unknown[]) => unknown
>;
let isFirst = false;
for (const name of ["all", "get", "run"] as const) {
  const execute = prototype[name];
  prototype[name] = function (...values) {
    const begins = /^begin/i.test(this.source);
    if (!begins && (isFirst || !this.database.inTransaction))
      appendFileSync(file, `${JSON.stringify(this.source)}\n`);
    isFirst = begins;
    return execute.apply(this, values);
  };
}
