import { appendFileSync } from "node:fs";
import Client from "better-sqlite3";

// Loaded before the server by `--import`: writes every statement that the process prepares to a file, one per line.

const file = process.env.RECORD_STATEMENTS ?? "";
const seen = new Set<string>();
const { prepare } = Client.prototype;
Client.prototype.prepare = function (this: Client.Database, source: string) {
  if (!seen.has(source)) appendFileSync(file, `${JSON.stringify(source)}\n`);
  seen.add(source);
  return prepare.call(this, source);
} as typeof prepare;
