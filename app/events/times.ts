import { dayMs } from "../durations.ts";

const partFormats = new Map<string, Intl.DateTimeFormat>();

/** Returns a moment's local time in a zone, as the milliseconds that the same clock would show in UTC. */
function toWallClock(moment: number, timeZone: string): number {
  let format = partFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-GB", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    partFormats.set(timeZone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  const text = `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}Z`;
  const fraction = ((moment % 1000) + 1000) % 1000;
  return Date.parse(text) + fraction;
}

/** Parses ISO 8601, without an offset as local time. Gaps and repeated hours follow Temporal's "compatible". */
export function parseMoment(text: string, timeZone: string): number {
  const iso = text.trim().replace(" ", "T");
  if (/(?:z|[+-]\d{2}:?\d{2})$/i.test(iso)) {
    return Date.parse(iso.toUpperCase().replace(/([+-]\d{2})(\d{2})$/, "$1:$2"));
  }
  const wallClock = Date.parse(`${iso}Z`);
  const offsetAt = (moment: number) => toWallClock(moment, timeZone) - moment;
  const earlier = wallClock - offsetAt(wallClock - dayMs);
  const later = wallClock - offsetAt(wallClock + dayMs);
  const isLaterRight =
    toWallClock(earlier, timeZone) !== wallClock && toWallClock(later, timeZone) === wallClock;
  return isLaterRight ? later : earlier;
}

/** "2030-12-31T18:30" */
export const toLocalInput = (moment: number, timeZone: string): string =>
  new Date(toWallClock(moment, timeZone)).toISOString().slice(0, 16);

const shortFormats = new Map<string, Intl.DateTimeFormat>();

/** "Tue 24 Nov, 17:00", with the year where it is another one. */
export function formatShortMoment(moment: number, timeZone: string, now = Date.now()): string {
  let format = shortFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-GB", {
      timeZone,
      hourCycle: "h23",
      weekday: "short",
      day: "numeric",
      month: "short",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
    });
    shortFormats.set(timeZone, format);
  }
  const split = (time: number) =>
    Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
  const parts = split(moment);
  const year = parts.year === split(now).year ? "" : ` ${parts.year}`;
  return `${parts.weekday} ${parts.day} ${parts.month}${year}, ${parts.hour}:${parts.minute}`;
}

const textFormats = new Map<string, Intl.DateTimeFormat>();

export function formatMoment(moment: number, timeZone: string): string {
  let format = textFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-GB", {
      timeZone,
      hourCycle: "h23",
      weekday: "short",
      day: "numeric",
      month: "long",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
    });
    textFormats.set(timeZone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  return `${parts.weekday}, ${parts.day} ${parts.month} ${parts.year}, ${parts.hour}:${parts.minute}`;
}
