import { env, secrets, settingNames } from "#app/platform/env.server.ts";
import { storageDir } from "#db/storage-dir.ts";

/** A setting as the page shows it. */
interface Setting {
  name: string;
  /** Never has a secret in it. Null: nothing. */
  value: string | null;
  /** Null: not set, the value is the default. */
  source: string | null;
}

const isSecret = (name: string) => (secrets as readonly string[]).includes(name);
/** Commands may have a password among their arguments. */
const commands = ["SCAN_COMMAND", "BACKUP_COMMAND"];

/** Every setting, in the order of the checks at the start. */
export const listSettings = (): Setting[] =>
  settingNames.map((name) => ({ name, value: describe(name), source: findSource(name) }));

function describe(name: (typeof settingNames)[number]): string | null {
  if (name === "STORAGE_DIR") return storageDir;
  const value = env[name];
  if (value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) return null;
  if (name === "SMTP_URL") return withoutLogin(String(value));
  if (isSecret(name)) return "Set, not shown";
  if (commands.includes(name)) return Array.isArray(value) ? `${value[0]} …` : null;
  return Array.isArray(value) ? value.join(", ") : withoutLogin(String(value));
}

/** An address without a user, a password and a query. */
function withoutLogin(text: string): string {
  const url = /^\w+:\/\//.test(text) ? URL.parse(text) : null;
  return url ? `${url.protocol}//${url.host}${url.pathname === "/" ? "" : url.pathname}` : text;
}

function findSource(name: string): string | null {
  const file = process.env[`${name}_FILE`];
  if (isSecret(name) && file) return `From the file ${file}`;
  if (process.env[name]) return "From the environment";
  return name === "SESSION_SECRET" ? "Made by the server, in its store" : null;
}
