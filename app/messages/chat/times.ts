import { useEffect, useState } from "react";

const dayMs = 86_400_000;
const formatsByZone = new Map<string, ReturnType<typeof createFormats>>();

function createFormats(timeZone: string) {
  const create = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-GB", { timeZone, ...options });
  return {
    clock: create({ hour: "2-digit", minute: "2-digit" }),
    weekday: create({ weekday: "short" }),
    short: create({ day: "numeric", month: "short" }),
    fullWeekday: create({ weekday: "long" }),
    date: create({ day: "numeric", month: "long", year: "numeric" }),
    plain: create({ day: "2-digit", month: "2-digit", year: "numeric" }),
  };
}

/** Formats times in the community's time zone, so that server and browser render the same text. */
export function createTimeFormats(timeZone: string) {
  const formats = formatsByZone.get(timeZone) ?? createFormats(timeZone);
  formatsByZone.set(timeZone, formats);
  const date = (at: number) => formats.date.format(at);
  // Days differ in length when clocks change.
  const dayNumber = (at: number) => {
    const [day = 0, month = 0, year = 0] = formats.plain.format(at).split("/").map(Number);
    return Date.UTC(year, month - 1, day) / dayMs;
  };
  const daysAgo = (at: number, now: number) => dayNumber(now) - dayNumber(at);
  return {
    clock: (at: number) => formats.clock.format(at),
    date,
    /** "Today", "Yesterday", "3 March 2026", or "Tuesday, 3 March 2026" */
    dayLabel(at: number, now: number, hasWeekday: boolean): string {
      const day = date(at);
      const days = daysAgo(at, now);
      // The clock of the browser may be behind the server's.
      if (days <= 0) return "Today";
      if (days === 1) return "Yesterday";
      return hasWeekday ? `${formats.fullWeekday.format(at)}, ${day}` : day;
    },
    /** "Just now", "5 min", "3 h", "Yesterday", "Tue", "3 Mar" */
    timeAgo(at: number, now: number): string {
      const minutes = Math.max(0, Math.floor((now - at) / 60_000));
      if (minutes < 1) return "Just now";
      if (minutes < 60) return `${minutes} min`;
      const days = daysAgo(at, now);
      if (days === 0) return `${Math.floor(minutes / 60)} h`;
      if (days === 1) return "Yesterday";
      return days < 7 ? formats.weekday.format(at) : formats.short.format(at);
    },
  };
}

/** The current time, updated twice a minute. Starts with the server's, so that hydration renders the same text. */
export function useNow(renderedAt: number): number {
  const [now, setNow] = useState(renderedAt);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  // A message can be newer than the last update.
  return Math.max(now, renderedAt);
}
