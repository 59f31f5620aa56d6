import { hash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { log } from "#app/platform/process/log.server.ts";
import { dayMs } from "#app/platform/time/durations.ts";
import { type CalendarMemory, calendars, db, write } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { type CalendarEntry, firstSequence, type WrittenEntry } from "./calendar.server.ts";

/**
 * Subscribed calendars keep entries that vanish from the file, so a removed entry stays in it as cancelled for this
 * long.
 */
const cancelledMs = 30 * dayMs;
const maxCancelled = 500;

/** A missing entry outside the file's period is forgotten. An entry of an area that is off stays as it was. */
type Place = "inside" | "outside" | "off";

/** The period that a list covers. It ends with the last entry if there may be more. */
export const isBetween = (
  startsAt: number,
  from: number,
  rows: readonly { startsAt: number }[],
  limit: number,
) => startsAt > from && (rows.length < limit || startsAt < (rows.at(-1)?.startsAt ?? 0));

/**
 * Compares the entries with what the calendar held when it was last read, and stores what it holds now.
 * @param stored undefined for the public calendar before its first reader
 * @returns the entries with their numbers, then the cancelled ones
 */
export async function rememberEntries(
  stored: Pick<typeof calendars.$inferSelect, "id" | "entries" | "revision"> | undefined,
  entries: CalendarEntry[],
  placeOf: (entry: CalendarMemory) => Place,
  now = Date.now(),
): Promise<WrittenEntry[]> {
  const known = new Map(stored?.entries.map((entry) => [entry.uid, entry]));
  const present = entries.map((entry) => {
    const memory = nextMemory(known.get(entry.uid), entry, now);
    known.delete(entry.uid);
    return { entry, memory };
  });
  const missing = [...known.values()];
  const off = missing.filter((entry) => placeOf(entry) === "off");
  const cancelled = missing
    .filter((entry) => placeOf(entry) !== "off" && (entry.isCancelled || placeOf(entry) === "inside"))
    .map((entry) => (entry.isCancelled ? entry : cancel(entry, now)))
    .filter(({ changedAt }) => changedAt > now - cancelledMs)
    .sort((a, b) => b.changedAt - a.changedAt)
    .slice(0, maxCancelled);
  const kept = [...present.map(({ memory }) => memory), ...off, ...cancelled].sort((a, b) =>
    a.uid < b.uid ? -1 : 1,
  );
  if (JSON.stringify(kept) !== JSON.stringify(stored?.entries ?? [])) await store(stored, kept, now);
  return [
    ...present.map(({ entry, memory }) => ({ ...entry, ...memory })),
    ...cancelled.map(({ isCancelled: _, ...entry }) => entry),
  ];
}

function nextMemory(before: CalendarMemory | undefined, entry: CalendarEntry, now: number): CalendarMemory {
  const { uid, startsAt, endsAt, title, description, location, category } = entry;
  const content = JSON.stringify([startsAt, endsAt, title, description, location, category]);
  const digest = hash("sha256", content).slice(0, 16);
  if (before?.digest === digest && !before.isCancelled) return before;
  const sequence = firstSequence(entry);
  return {
    ...{ uid, startsAt, endsAt, digest },
    sequence: before ? Math.max(before.sequence + 1, sequence) : sequence,
    changedAt: before ? laterThan(before, now) : entry.updatedAt,
    isCancelled: false,
  };
}

const cancel = (entry: CalendarMemory, now: number): CalendarMemory => ({
  ...entry,
  sequence: entry.sequence + 1,
  changedAt: laterThan(entry, now),
  isCancelled: true,
});

/** At least a second later, because times in iCalendar files have no milliseconds. */
const laterThan = ({ changedAt }: CalendarMemory, now: number) => Math.max(now, changedAt + 1_000);

/** If two requests store at the same time, the first one wins. The file is complete even if storing fails. */
async function store(
  stored: Pick<typeof calendars.$inferSelect, "id" | "revision"> | undefined,
  entries: CalendarMemory[],
  now: number,
): Promise<void> {
  try {
    await write(() =>
      stored
        ? db
            .update(calendars)
            .set({ entries, revision: stored.revision + 1 })
            .where(and(eq(calendars.id, stored.id), eq(calendars.revision, stored.revision)))
        : insertSelect(
            db,
            calendars,
            { entries, createdAt: now },
            sql`(select 1)`,
            sql`not exists (select 1 from calendars where user_id is null)`,
          ),
    );
  } catch (error) {
    log.error({ err: (error instanceof Error && error.cause) || error }, "a calendar was not remembered");
  }
}
