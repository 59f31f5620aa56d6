import { createHmac, randomBytes } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { storageDir } from "#db/storage-dir.ts";
import { dayMs } from "../durations.ts";
import { today } from "../time.server.ts";

/** Holds the day and its key. It is in no backup: without it nothing ties the lines of the room to their authors. */
const keyFile = join(storageDir, "room-key");
const keyBytes = 32;

/** The secret of one day in `TIME_ZONE`, and that day as `YYYY-MM-DD`. */
export interface DayKey {
  day: string;
  key: Buffer;
}

let current: DayKey | undefined;

/**
 * Returns the key of today. The first call of a day replaces yesterday's key, from when on nobody can tell who wrote
 * yesterday's lines. When the clock is set back over midnight, tomorrow's key stays: a new one would lift its mutes.
 * @throws when a new key cannot be written
 */
export function getDayKey(now = Date.now()): DayKey {
  const day = today(now);
  if (current?.day === day) return current;
  const tomorrow = today(now + dayMs);
  if (current?.day !== tomorrow) current = readKey([day, tomorrow]) ?? createKey(day);
  return current;
}

/** Returns null when the file holds the key of another day, or none. */
function readKey(days: readonly string[]): DayKey | null {
  try {
    const [day = "", text = ""] = readFileSync(keyFile, "utf8").split(" ");
    const key = Buffer.from(text, "base64url");
    return days.includes(day) && key.length === keyBytes ? { day, key } : null;
  } catch {
    return null;
  }
}

function createKey(day: string): DayKey {
  const key = randomBytes(keyBytes);
  // The old key goes even if there is no room for a new one.
  rmSync(keyFile, { force: true });
  rmSync(`${keyFile}.part`, { force: true });
  writeFileSync(`${keyFile}.part`, `${day} ${key.toString("base64url")}`, { mode: 0o600 });
  renameSync(`${keyFile}.part`, keyFile);
  return { day, key };
}

const hash = ({ key }: DayKey, purpose: string, value: string | number) =>
  createHmac("sha256", key).update(`${purpose} ${value}`).digest();

/** Stands for a member in the room for the rest of the day. */
export const hashAuthor = (dayKey: DayKey, userId: number): Buffer => hash(dayKey, "author", userId);

/** The label of a session for the rest of the day: "Guest 0" to "Guest 999" (specification, section 9). */
export const guestLabel = (dayKey: DayKey, tokenHash: string): string =>
  `Guest ${hash(dayKey, "guest", tokenHash).readUInt32BE() % 1_000}`;
