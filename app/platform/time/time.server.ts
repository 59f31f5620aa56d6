import { env } from "../env.server.ts";
import { dayMs, hourMs, minuteMs } from "./durations.ts";

const dayFormat = new Intl.DateTimeFormat("en-CA", { timeZone: env.TIME_ZONE, dateStyle: "short" });

/** In every time zone, days begin at a multiple of 15 minutes. */
const quarterMs = 900_000;
let latest = { quarter: Number.NaN, day: "" };

/** Returns the date in `TIME_ZONE`, `YYYY-MM-DD`. Cached, because nearly every request needs it. */
export function today(now = Date.now()): string {
  const quarter = Math.floor(now / quarterMs);
  if (latest.quarter === quarter) return latest.day;
  const parts = Object.fromEntries(dayFormat.formatToParts(now).map(({ type, value }) => [type, value]));
  latest = { quarter, day: `${parts.year}-${parts.month}-${parts.day}` };
  return latest.day;
}

/** @param count may be negative */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);

/** The number of days between two dates. */
const countDays = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs;

/** When a day begins in `TIME_ZONE`, which is not always midnight if the clocks change. */
export function startOfDay(day: string): number {
  const midnight = Date.parse(day);
  let [before, after] = [midnight - 15 * hourMs, midnight + 13 * hourMs];
  while (after - before > quarterMs) {
    const between = before + Math.floor((after - before) / 2 / quarterMs) * quarterMs;
    if (today(between) < day) before = between;
    else after = between;
  }
  return after;
}

/** Returns null for a day in the past. */
export const upcoming = (day: string | null): string | null => (day !== null && day >= today() ? day : null);

const relativeFormat = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));

/**
 * Formats a past moment: "just now" within a minute, "3 hours ago" within 24 hours, then in calendar days, weeks, months
 * and years in `TIME_ZONE`, such as "yesterday" and "last month". A week is seven days.
 */
export function timeAgo(moment: number, now = Date.now()): string {
  const minutes = Math.floor((now - moment) / minuteMs);
  if (minutes < 1) return "just now";
  if (minutes < 60) return relativeFormat.format(-minutes, "minute");
  if (minutes < 24 * 60) return relativeFormat.format(-Math.floor(minutes / 60), "hour");
  const [then, day] = [today(moment), today(now)];
  const days = countDays(then, day);
  const months = monthOf(day) - monthOf(then);
  // On a day of 25 hours, 24 hours ago can be the same day.
  if (days < 7) return relativeFormat.format(-Math.max(1, days), "day");
  if (days < 30 || months === 0) return relativeFormat.format(-Math.floor(days / 7), "week");
  if (months < 12) return relativeFormat.format(-months, "month");
  return relativeFormat.format(Number(then.slice(0, 4)) - Number(day.slice(0, 4)), "year");
}

const longDayFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

export const formatDay = (day: string): string => longDayFormat.format(new Date(`${day}T00:00:00Z`));

const weekdayFormat = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" });

/** Names the day of a past moment in `TIME_ZONE`: "Today", "Yesterday", "Wednesday, 25 Nov". */
export function nameDay(moment: number, now = Date.now()): string {
  const day = today(moment);
  if (day === today(now)) return "Today";
  if (day === addDays(today(now), -1)) return "Yesterday";
  return `${weekdayFormat.format(new Date(`${day}T00:00:00Z`))}, ${formatShortDay(day, today(now))}`;
}

const shortDayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** Formats a date, `YYYY-MM-DD`, as "31 Dec", or as "31 Dec 2030" if it is not in this year. */
export function formatShortDay(day: string, thisDay = today()): string {
  const text = shortDayFormat.format(new Date(`${day}T00:00:00Z`));
  return day.slice(0, 4) === thisDay.slice(0, 4) ? text : `${text} ${day.slice(0, 4)}`;
}

const shortWeekdayFormat = new Intl.DateTimeFormat("en-GB", { weekday: "short", timeZone: "UTC" });

/** Formats a date, `YYYY-MM-DD`, as "Mon". */
export const nameWeekday = (day: string): string => shortWeekdayFormat.format(new Date(`${day}T00:00:00Z`));

const clockFormat = new Intl.DateTimeFormat("en-GB", {
  timeZone: env.TIME_ZONE,
  hourCycle: "h23",
  hour: "2-digit",
  minute: "2-digit",
});

/** Formats a moment in `TIME_ZONE` as "31 Dec, 18:30", or as "31 Dec 2030, 18:30" if it is not in this year. */
export const formatDateTime = (moment: number, now = Date.now()): string =>
  `${formatShortDay(today(moment), today(now))}, ${clockFormat.format(moment)}`;

/** Formats a moment in `TIME_ZONE` as "31 Dec 2030, 18:30". */
export const formatExactTime = (moment: number): string =>
  `${formatShortDay(today(moment), "")}, ${clockFormat.format(moment)}`;

/** Timers can fire slightly early. */
const earlyMs = 10;

/** Returns the milliseconds until the next multiple of `ms`, skipping one that an early timer has just missed. */
export function msUntilMultiple(ms: number, now = Date.now()): number {
  const left = ms - (now % ms);
  return left > earlyMs ? left : left + ms;
}
