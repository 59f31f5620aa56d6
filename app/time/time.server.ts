import { env } from "../env.server.ts";
import { dayMs } from "./durations.ts";

const dayFormat = new Intl.DateTimeFormat("en-CA", { timeZone: env.TIME_ZONE, dateStyle: "short" });

/** A quarter of an hour: every time zone's days begin at one. */
const quarterMs = 900_000;
let latest = { quarter: Number.NaN, day: "" };

/** Returns the date in `TIME_ZONE`, `YYYY-MM-DD`. Nearly every request asks, so the latest answer is kept. */
export function today(now = Date.now()): string {
  const quarter = Math.floor(now / quarterMs);
  if (latest.quarter === quarter) return latest.day;
  const parts = Object.fromEntries(dayFormat.formatToParts(now).map(({ type, value }) => [type, value]));
  latest = { quarter, day: `${parts.year}-${parts.month}-${parts.day}` };
  return latest.day;
}

/** A day from today on; null for one that has passed. */
export const upcoming = (day: string | null): string | null => (day !== null && day >= today() ? day : null);

const relativeFormat = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const relativeUnits: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["week", 7 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** Formats a past moment as "3 hours ago" or "yesterday", and as "just now" within a minute. */
export function timeAgo(moment: number, now = Date.now()): string {
  const seconds = Math.max(0, (now - moment) / 1000);
  const step = relativeUnits.find(([, length]) => seconds >= length);
  return step ? relativeFormat.format(-Math.floor(seconds / step[1]), step[0]) : "just now";
}

const longDayFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

export const formatDay = (day: string): string => longDayFormat.format(new Date(`${day}T00:00:00Z`));

const weekdayFormat = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" });

/** Names the day of a past moment in `TIME_ZONE`: "Today", "Yesterday", "Wednesday, 25 Nov". */
export function nameDay(moment: number, now = Date.now()): string {
  const day = today(moment);
  if (day === today(now)) return "Today";
  if (day === today(now - dayMs)) return "Yesterday";
  return `${weekdayFormat.format(new Date(`${day}T00:00:00Z`))}, ${formatShortDay(day, today(now))}`;
}

const shortDayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** Formats a date, `YYYY-MM-DD`, as "31 Dec", and as "31 Dec 2030" when it is not in this year. */
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

/** Formats a moment in `TIME_ZONE` as "31 Dec, 18:30", and as "31 Dec 2030, 18:30" when it is not in this year. */
export const formatDateTime = (moment: number, now = Date.now()): string =>
  `${formatShortDay(today(moment), today(now))}, ${clockFormat.format(moment)}`;

/** Formats a moment in `TIME_ZONE` as "31 Dec 2030, 18:30". */
export const formatExactTime = (moment: number): string =>
  `${formatShortDay(today(moment), "")}, ${clockFormat.format(moment)}`;

/** Timers are a little early at times. */
const earlyMs = 10;

/** Returns the milliseconds until the clock reaches the next multiple of `ms`, for a timer that may have been early. */
export function msUntilMultiple(ms: number, now = Date.now()): number {
  const left = ms - (now % ms);
  return left > earlyMs ? left : left + ms;
}
