const dayMs = 86_400_000;

/** Formats times in the community's time zone, so that server and browser render the same text. */
export function createTimeFormats(timeZone: string) {
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
  const date = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
  const weekday = new Intl.DateTimeFormat("en-GB", { timeZone, weekday: "short" });
  const short = new Intl.DateTimeFormat("en-GB", { timeZone, day: "numeric", month: "short" });
  const long = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
  });
  return {
    /** "10:42" */
    clock: (at: number) => clock.format(at),
    /** The date, to compare days with. */
    date: (at: number) => date.format(at),
    /** "Today", "Yesterday", "Tuesday, 3 March 2026" */
    dayLabel(at: number, now: number): string {
      const day = date.format(at);
      if (day === date.format(now)) return "Today";
      return day === date.format(now - dayMs) ? "Yesterday" : long.format(at).replace(/^(\w+) /, "$1, ");
    },
    /** "Just now", "5 min", "3 h", "Yesterday", "Tue", "3 Mar" */
    timeAgo(at: number, now: number): string {
      const minutes = Math.max(0, Math.floor((now - at) / 60_000));
      if (minutes < 1) return "Just now";
      if (minutes < 60) return `${minutes} min`;
      const day = date.format(at);
      if (day === date.format(now)) return `${Math.floor(minutes / 60)} h`;
      if (day === date.format(now - dayMs)) return "Yesterday";
      return now - at < 6 * dayMs ? weekday.format(at) : short.format(at);
    },
  };
}
export type TimeFormats = ReturnType<typeof createTimeFormats>;
