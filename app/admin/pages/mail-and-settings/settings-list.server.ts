import { env, secrets, settingNames } from "#app/platform/env.server.ts";
import { storageDir } from "#db/storage-dir.ts";

/** A setting as shown on the page. */
interface Setting {
  name: string;
  /** Never contains a secret. Null if empty. */
  value: string | null;
  /** Null if the setting is not set and has its default. */
  source: string | null;
}

const isSecret = (name: string) => (secrets as readonly string[]).includes(name);
/** Commands may contain a password in their arguments. */
const commands = ["SCAN_COMMAND", "BACKUP_COMMAND"];

/** Every setting, in the order in which startup checks them. */
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

/** Removes user, password and query from an address. */
function withoutLogin(text: string): string {
  const url = /^\w+:\/\//.test(text) ? URL.parse(text) : null;
  return url ? `${url.protocol}//${url.host}${url.pathname === "/" ? "" : url.pathname}` : text;
}

function findSource(name: string): string | null {
  const file = process.env[`${name}_FILE`];
  if (isSecret(name) && file) return `From the file ${file}`;
  if (process.env[name]) return "From the environment";
  return name === "SESSION_SECRET" ? "Created by the server, in its store" : null;
}
