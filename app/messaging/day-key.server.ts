import { createHmac, randomBytes } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { storageDir } from "#db/storage-dir.ts";
import { dayMs } from "../durations.ts";
import { today } from "../time.server.ts";

/** Holds the day and its key. It is in no backup: without it nothing ties the lines of the room to their authors. */
const keyFile = join(storageDir, "room-key");
const keyBytes = 32;

export interface DayKey {
  day: string;
  key: Buffer;
}

let current: DayKey | undefined;

/**
 * The first call of a day replaces yesterday's key: then nobody can tell who wrote yesterday's lines. When the clock
 * is set back over midnight, tomorrow's key stays: a new one would lift its mutes.
 */
export function getDayKey(now = Date.now()): DayKey {
  const day = today(now);
  if (current?.day === day) return current;
  const tomorrow = today(now + dayMs);
  if (current?.day !== tomorrow) current = readKey([day, tomorrow]) ?? createKey(day);
  return current;
}

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

export const hashAuthor = (dayKey: DayKey, userId: number): Buffer => hash(dayKey, "author", userId);

/** "Guest 0" to "Guest 999" (specification, section 9). */
export const guestLabel = (dayKey: DayKey, tokenHash: string): string =>
  `Guest ${hash(dayKey, "guest", tokenHash).readUInt32BE() % 1_000}`;
