const dayMs = 86_400_000;
const formats = new Map<string, ReturnType<typeof createFormats>>();

const createFormats = (timeZone: string) => ({
  clock: new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }),
  date: new Intl.DateTimeFormat("en-GB", { timeZone, day: "numeric", month: "long", year: "numeric" }),
});

/** Formats times in the community's time zone, so that server and browser render the same text. */
export function createTimes(timeZone: string) {
  const { clock, date } = formats.get(timeZone) ?? createFormats(timeZone);
  formats.set(timeZone, { clock, date });
  return {
    /** "10:42" */
    clock: (at: number) => clock.format(at),
    /** "Today", "Yesterday" or "3 March 2026" */
    day(at: number, now: number): string {
      const text = date.format(at);
      // A line that arrived after the page was rendered is from today or later.
      if (at > now || text === date.format(now)) return "Today";
      return text === date.format(now - dayMs) ? "Yesterday" : text;
    },
  };
}
