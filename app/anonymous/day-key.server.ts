import { createHmac, randomBytes } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { nodes } from "#app/platform/cluster/nodes.server.ts";
import { storeSecret } from "#app/platform/secrets.server.ts";
import { addDays, today } from "#app/platform/time/time.server.ts";
import { storageDir } from "#db/storage-dir.ts";

/**
 * Contains the day, its key and when the key was made. No backup includes it: without the key, nothing links the
 * room's lines to their authors.
 */
const keyFile = join(storageDir, "room-key");
const keyBytes = 32;

export interface DayKey {
  day: string;
  key: Buffer;
  madeAt: number;
}

let current: DayKey | undefined;

/**
 * The first call of a day replaces yesterday's key, so that nobody can tell any longer who wrote yesterday's lines.
 * If the clock is set back over midnight, tomorrow's key stays in use, because a new one would lift its mutes.
 */
export function getDayKey(now = Date.now()): DayKey {
  const days = daysOf(now);
  if (!current || !days.includes(current.day)) current = readKey(days) ?? createKey(today(now), now);
  return current;
}

/** The days whose key may be in use. */
const daysOf = (now: number) => [today(now), addDays(today(now), 1)];

function readKey(days: readonly string[]): DayKey | null {
  try {
    const [day = "", text = "", madeAt] = readFileSync(keyFile, "utf8").split(" ");
    const key = Buffer.from(text, "base64url");
    return days.includes(day) && key.length === keyBytes ? { day, key, madeAt: Number(madeAt ?? 0) } : null;
  } catch {
    return null;
  }
}

function createKey(day: string, madeAt: number): DayKey {
  const created = { day, key: randomBytes(keyBytes), madeAt };
  storeKey(created);
  tellKey(created);
  return created;
}

function storeKey({ day, key, madeAt }: DayKey): void {
  // The old key is deleted even if the disk is full.
  rmSync(keyFile, { force: true });
  storeSecret("room-key", `${day} ${key.toString("base64url")} ${madeAt}`);
}

const tellKey = ({ day, key, madeAt }: DayKey) =>
  nodes.send("dayKey", { day, key: key.toString("base64url"), madeAt });

function tellCurrentKey(): void {
  const known = readKey(daysOf(Date.now()));
  if (known) tellKey(known);
}
nodes.on("connected", tellCurrentKey);
nodes.on("hello", tellCurrentKey);

/** All nodes use the newest day's key, and of several for that day the oldest. */
nodes.on("dayKey", ({ day, key, madeAt }) => {
  const days = daysOf(Date.now());
  if (!days.includes(day)) return;
  const told = { day, key: Buffer.from(key, "base64url"), madeAt };
  const known = readKey(days);
  const order = known ? compareKeys(told, known) : 1;
  if (known && order < 0) tellKey(known);
  if (order <= 0) return;
  storeKey(told);
  current = told;
});

const compareKeys = (a: DayKey, b: DayKey): number =>
  a.day.localeCompare(b.day) || b.madeAt - a.madeAt || b.key.compare(a.key);

const hash = ({ key }: DayKey, purpose: string, value: string | number) =>
  createHmac("sha256", key).update(`${purpose} ${value}`).digest();

export const hashAuthor = (dayKey: DayKey, userId: number): Buffer => hash(dayKey, "author", userId);

/**
 * Identifies who reacted to a line. The hash differs for each line, so that two reactions cannot be linked to the
 * same member.
 */
export const hashReaction = (dayKey: DayKey, userId: number, lineId: number): Buffer =>
  hash(dayKey, `reaction ${lineId}`, userId);

/** "Guest 0" to "Guest 999" (specification, section 9). */
export const guestLabel = (dayKey: DayKey, tokenHash: string): string =>
  `Guest ${hash(dayKey, "guest", tokenHash).readUInt32BE() % 1_000}`;
