import { dayMs } from "#app/platform/time/durations.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The parts of a moment's local time in a zone. Formats are cached, because creating one takes longer than using it.
 */
function splitMoment(moment: number, timeZone: string, month: "2-digit" | "short" | "long") {
  const key = `${timeZone} ${month}`;
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat("en-GB", {
      timeZone,
      hourCycle: "h23",
      weekday: "short",
      year: "numeric",
      month,
      day: month === "2-digit" ? "2-digit" : "numeric",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
  formats.set(key, format);
  return Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
}

/** Returns a moment's local time in a zone, as the milliseconds of the same clock time in UTC. */
function toWallClock(moment: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = splitMoment(moment, timeZone, "2-digit");
  const fraction = ((moment % 1000) + 1000) % 1000;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) + fraction;
}

/** Parses ISO 8601. Without an offset it is local time, and gaps and repeated hours follow Temporal's "compatible". */
export function parseMoment(text: string, timeZone: string): number {
  const iso = text.trim().replace(" ", "T");
  if (/(?:z|[+-]\d{2}:?\d{2})$/i.test(iso)) {
    return Date.parse(iso.toUpperCase().replace(/([+-]\d{2})(\d{2})$/, "$1:$2"));
  }
  return fromWallClock(Date.parse(`${iso}Z`), timeZone);
}

function fromWallClock(wallClock: number, timeZone: string): number {
  const offsetAt = (moment: number) => toWallClock(moment, timeZone) - moment;
  const earlier = wallClock - offsetAt(wallClock - dayMs);
  const later = wallClock - offsetAt(wallClock + dayMs);
  const isLaterRight =
    toWallClock(earlier, timeZone) !== wallClock && toWallClock(later, timeZone) === wallClock;
  return isLaterRight ? later : earlier;
}

/** The difference between the local times of two moments, in milliseconds. */
export const clockDifference = (moment: number, other: number, timeZone: string): number =>
  toWallClock(moment, timeZone) - toWallClock(other, timeZone);

/** Moves a moment by a number of milliseconds in local time. */
export const moveClock = (moment: number, byMs: number, timeZone: string): number =>
  fromWallClock(toWallClock(moment, timeZone) + byMs, timeZone);

/** The same local time `count` weeks or months later. The 31st becomes the last day of a shorter month. */
export function addToClock(moment: number, every: "week" | "month", count: number, timeZone: string): number {
  if (every === "week") return moveClock(moment, count * 7 * dayMs, timeZone);
  const start = new Date(toWallClock(moment, timeZone));
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + count + 1, 0)).getUTCDate();
  const day = Math.min(start.getUTCDate(), lastDay);
  const moved = new Date(start).setUTCMonth(start.getUTCMonth() + count, day);
  return fromWallClock(moved, timeZone);
}

/** "2030-12-31T18:30" */
export const toLocalInput = (moment: number, timeZone: string): string =>
  new Date(toWallClock(moment, timeZone)).toISOString().slice(0, 16);

/** The text of a calendar leaf: "24" and "Nov". */
export const getLeaf = (moment: number, timeZone: string): { day: string; month: string } => {
  const { day = "", month = "" } = splitMoment(moment, timeZone, "short");
  return { day, month };
};

/** "Tue 24 Nov, 17:00", with the year unless it is the current one. */
export function formatShortMoment(moment: number, timeZone: string, now = Date.now()): string {
  const { weekday, day, month, year, hour, minute } = splitMoment(moment, timeZone, "short");
  const otherYear = year === splitMoment(now, timeZone, "short").year ? "" : ` ${year}`;
  return `${weekday} ${day} ${month}${otherYear}, ${hour}:${minute}`;
}

export function formatMoment(moment: number, timeZone: string): string {
  const { weekday, day, month, year, hour, minute } = splitMoment(moment, timeZone, "long");
  return `${weekday}, ${day} ${month} ${year}, ${hour}:${minute}`;
}

/** "Tue 24 Nov, 17:00 to 19:00", "Tue 24 Nov, 17:00 to Wed 25 Nov, 09:00"; only the start without an end. */
export const formatShortPeriod = (start: number, end: number | null, timeZone: string, now = Date.now()) =>
  joinPeriod(start, end, timeZone, (moment) => formatShortMoment(moment, timeZone, now));

/** "Tue, 24 November 2026, 17:00 to 19:00" */
export const formatPeriod = (start: number, end: number | null, timeZone: string) =>
  joinPeriod(start, end, timeZone, (moment) => formatMoment(moment, timeZone));

function joinPeriod(
  start: number,
  end: number | null,
  timeZone: string,
  format: (moment: number) => string,
): string {
  if (end === null) return format(start);
  const [startDay] = toLocalInput(start, timeZone).split("T");
  const [endDay, endClock] = toLocalInput(end, timeZone).split("T");
  return `${format(start)} to ${startDay === endDay ? endClock : format(end)}`;
}

/** The half year of a moment: "January to June 2026". */
export function nameTerm(moment: number, timeZone: string): string {
  const [year, month] = toLocalInput(moment, timeZone).split("-");
  return `${Number(month) <= 6 ? "January to June" : "July to December"} ${year}`;
}

export const nameTimeZone = (timeZone: string): string =>
  `${timeZone === "Asia/Kolkata" || timeZone === "Asia/Calcutta" ? "India" : timeZone.replaceAll("_", " ")} time`;
