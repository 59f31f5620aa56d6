import { createECDH, randomBytes, randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { readSecret } from "#db/database-url.ts";
import { storageDir } from "#db/storage-dir.ts";

/** Minimum length of a signing secret, in characters. */
export const minSecretLength = 32;

interface StoredSecret {
  isUsable(text: string): boolean;
  /** What is lost when the secret is replaced. */
  loss: string;
}

/** Every secret that the server generates, by its file in the store. */
export const storedSecrets = {
  "session-secret": {
    isUsable: (text) => text.trim().length >= minSecretLength,
    loss: "links in mails stop working, and two-step log-ins need a recovery code or npm run make-admin -- EMAIL --reset-second-factor",
  },
  "push-key": {
    isUsable: isPushKey,
    loss: "devices get no pushes until these are turned on again",
  },
  "room-key": {
    isUsable: (text) => /^\d{4}-\d\d-\d\d [\w-]{43}( \d+)?$/.test(text.trim()),
    loss: "nobody owns today's lines of the room, and its mutes end",
  },
} satisfies Record<string, StoredSecret>;

export type SecretName = keyof typeof storedSecrets;

export const secretNames = Object.keys(storedSecrets) as SecretName[];

/** The stored secrets that are not replaced by a setting. */
export const listSecretsInUse = (): SecretName[] => [
  ...(readSecret("SESSION_SECRET") === null ? (["session-secret"] as const) : []),
  ...(readSecret("NATS_URL") === null ? (["push-key"] as const) : []),
  "room-key",
];

/** Returns one sentence on why a stored secret cannot be used, or null if it can or does not exist. */
export function findSecretProblem(name: SecretName, folder = storageDir): string | null {
  const file = join(folder, name);
  if (!existsSync(file)) return null;
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    return `${file} cannot be read (${(error as NodeJS.ErrnoException).code}). Give it to the server's user.`;
  }
  const { isUsable, loss } = storedSecrets[name];
  if (isUsable(text)) return null;
  return `${file} is too short or damaged (${text.length} characters). Put it back from a copy, or delete it and start again for a new one: then ${loss}.`;
}

/**
 * Returns a secret of 32 bytes, base64url, that is generated once and stored. Only a process that holds the store's lock
 * may call it. @throws a one-line Error if it cannot be used or stored
 */
export function generatedSecret(name: SecretName): string {
  const file = join(storageDir, name);
  const problem = findSecretProblem(name);
  if (problem) throw new Error(`Store: ${problem}`);
  if (existsSync(file)) return readFileSync(file, "utf8");
  const secret = randomBytes(32).toString("base64url");
  try {
    storeSecret(name, secret);
  } catch (error) {
    throw new Error(`Store: ${storageDir} cannot be written (${(error as Error).message}).`);
  }
  return secret;
}

/** Writes a file of mode 600 that is complete or absent, even after a power cut or on a full disk. */
export function storeSecret(name: SecretName, text: string): void {
  mkdirSync(storageDir, { recursive: true, mode: 0o700 });
  const part = join(storageDir, `${name}-${randomUUID()}.part`);
  try {
    writeFileSync(part, text, { mode: 0o600, flag: "wx", flush: true });
    renameSync(part, join(storageDir, name));
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
  syncFolder(storageDir);
}

function isPushKey(text: string): boolean {
  try {
    createECDH("prime256v1").setPrivateKey(Buffer.from(text, "base64url"));
    return Buffer.from(text, "base64url").length === 32;
  } catch {
    return false;
  }
}

/** Windows cannot open a folder. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}
