import { describe, expect, test, vi } from "vitest";

/** A zone west of UTC, one with a half-hour offset, one far east, and one with daylight saving. */
const zones = {
  "America/Los_Angeles": {
    /** The last second of 2030-06-14 there. */
    lastSecond: "2030-06-15T06:59:59Z",
    shortDay: { day: "2030-03-10", begins: "2030-03-10T08:00:00Z", hours: 23 },
    longDay: { day: "2030-11-03", begins: "2030-11-03T07:00:00Z", hours: 25 },
  },
  "Asia/Kolkata": {
    lastSecond: "2030-06-14T18:29:59Z",
    shortDay: { day: "2030-03-10", begins: "2030-03-09T18:30:00Z", hours: 24 },
    longDay: { day: "2030-11-03", begins: "2030-11-02T18:30:00Z", hours: 24 },
  },
  "Pacific/Auckland": {
    lastSecond: "2030-06-14T11:59:59Z",
    shortDay: { day: "2030-09-29", begins: "2030-09-28T12:00:00Z", hours: 23 },
    longDay: { day: "2030-04-07", begins: "2030-04-06T11:00:00Z", hours: 25 },
  },
  "Europe/Berlin": {
    lastSecond: "2030-06-14T21:59:59Z",
    shortDay: { day: "2030-03-31", begins: "2030-03-30T23:00:00Z", hours: 23 },
    longDay: { day: "2030-10-27", begins: "2030-10-26T22:00:00Z", hours: 25 },
  },
};

describe.each(Object.entries(zones))("in %s", (timeZone, { lastSecond, shortDay, longDay }) => {
  async function load() {
    vi.stubEnv("TIME_ZONE", timeZone);
    vi.resetModules();
    return {
      time: await import("./time.server.ts"),
      chat: (await import("#app/messages/chat/times.ts")).createTimeFormats(timeZone),
      events: await import("#app/events/times.ts"),
      digest: await import("#app/notices/digest.server.ts"),
      profile: await import("#app/people/profile-input.server.ts"),
      user: await import("#app/account/input.server.ts"),
      announcement: await import("#app/announcements/input.server.ts"),
    };
  }
  const late = Date.parse(lastSecond);
  const minute = 60_000;
  const hour = 60 * minute;

  test("the day, deadlines and the room end at local midnight", async () => {
    const { time } = await load();
    expect([late, late + 1_000].map((moment) => time.today(moment))).toEqual(["2030-06-14", "2030-06-15"]);
    expect(time.startOfDay("2030-06-15")).toBe(late + 1_000);
    expect(time.addDays("2030-12-31", 1)).toBe("2031-01-01");
    expect(time.addDays("2028-03-01", -1)).toBe("2028-02-29");
  });

  test("days around a clock change are consecutive", async () => {
    const { time, chat } = await load();
    for (const { day, begins, hours } of [shortDay, longDay]) {
      const start = Date.parse(begins);
      expect(new Date(time.startOfDay(day)).toISOString()).toBe(new Date(begins).toISOString());
      expect(time.startOfDay(time.addDays(day, 1))).toBe(start + hours * hour);
      // Half an hour into the next day, and half an hour before the end of this one.
      const [before, after] = [start + hours * hour - 30 * minute, start + hours * hour + 30 * minute];
      expect(time.addDays(time.today(before), 1)).toBe(time.today(after));
      expect(time.nameDay(start + minute, after)).toBe("Yesterday");
      expect(chat.dayLabel(start + minute, after, false)).toBe("Yesterday");
      expect(chat.timeAgo(start + minute, after)).toBe("Yesterday");
      expect(chat.dayLabel(start - minute, after, false)).not.toBe("Yesterday");
    }
  });

  test("past times are shown in calendar days, weeks, months and years", async () => {
    const { time } = await load();
    // A Saturday at noon.
    const now = time.startOfDay("2030-06-15") + 12 * hour;
    const at = (day: string, clock = 13) => time.timeAgo(time.startOfDay(day) + clock * hour, now);
    expect(
      [now - 59_000, now - 59 * minute, now - 23 * hour].map((moment) => time.timeAgo(moment, now)),
    ).toEqual(["just now", "59 minutes ago", "23 hours ago"]);
    expect(at("2030-06-14", 11)).toBe("yesterday");
    expect(at("2030-06-13"), "47 hours").toBe("2 days ago");
    expect(at("2030-06-09")).toBe("6 days ago");
    expect(at("2030-06-08")).toBe("last week");
    expect(at("2030-06-02")).toBe("last week");
    expect(at("2030-06-01")).toBe("2 weeks ago");
    expect(at("2030-05-17")).toBe("4 weeks ago");
    expect(at("2030-05-16")).toBe("last month");
    expect(at("2030-04-17"), "59 days").toBe("2 months ago");
    expect(at("2029-07-01")).toBe("11 months ago");
    expect(at("2029-06-01")).toBe("last year");
    expect(at("2028-07-15"), "700 days").toBe("2 years ago");
  });

  test("“not now until” accepts today, a birthday only earlier days, even in a day's last second", async () => {
    vi.useFakeTimers({ now: late, toFake: ["Date"] });
    try {
      const { profile, user, announcement } = await load();
      const takes = (change: object) => profile.profileChangeSchema.safeParse(change).success;
      expect(takes({ notNowUntil: "2030-06-14" })).toBe(true);
      expect(takes({ notNowUntil: "2030-06-13" })).toBe(false);
      expect(takes({ birthday: "2030-06-13" })).toBe(true);
      expect(takes({ birthday: "2030-06-14" })).toBe(false);
      expect(announcement.checkUntil("2030-06-14", "2030-06-14")).toBeNull();
      expect(user.batchYear.safeParse(2037).error?.issues[0]?.message).toContain("to 2036");
      // The server keeps running into the next year.
      const { time } = await load();
      vi.setSystemTime(time.startOfDay("2031-01-01") - 1);
      expect(user.batchYear.safeParse(2037).success).toBe(false);
      vi.setSystemTime(time.startOfDay("2031-01-01"));
      expect(user.batchYear.safeParse("2037").success).toBe(true);
      expect(user.batchYear.safeParse(2038).error?.issues[0]?.message).toContain("to 2037");
      expect(announcement.announcementFields.batchYear.safeParse(2037).success).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  test("each hour of the day has a latest start, across midnight and clock changes", async () => {
    const { time, digest } = await load();
    const midnight = time.startOfDay("2030-06-15");
    const hours = digest.listHours(midnight + 10 * minute);
    expect(hours[23]).toEqual({ day: "2030-06-14", at: midnight - hour });
    expect(hours[0]).toEqual({ day: "2030-06-15", at: midnight });
    expect(digest.listHours(midnight + 23 * hour)[23]).toEqual({
      day: "2030-06-15",
      at: midnight + 23 * hour,
    });
    for (const { day, begins, hours: length } of [shortDay, longDay]) {
      const evening = Date.parse(begins) + length * hour - minute;
      const listed = digest.listHours(evening);
      expect(listed.map((each) => each.day)).toEqual(Array(24).fill(day));
      expect(listed[23]?.at).toBe(evening - 59 * minute);
      const starts = listed.map((each) => each.at);
      expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    }
  });

  test("a series keeps its local time, and texts and calendars its day, across both clock changes", async () => {
    const { events } = await load();
    for (const { day } of [shortDay, longDay]) {
      const [year, month, date] = day.split("-").map(Number) as [number, number, number];
      const first = new Date(Date.UTC(year, month - 1, date - 4)).toISOString().slice(0, 10);
      const next = new Date(Date.UTC(year, month - 1, date + 3)).toISOString().slice(0, 10);
      const start = events.parseMoment(`${first}T23:30`, timeZone);
      const moved = events.addToClock(start, "week", 1, timeZone);
      expect(events.toLocalInput(moved, timeZone)).toBe(`${next}T23:30`);
      expect(events.getLeaf(moved, timeZone).day).toBe(String(Number(next.slice(8))));
    }
  });
});

test("no code derives a day from UTC", async () => {
  const { globSync, readFileSync } = await import("node:fs");
  const files = globSync(["app/**/*.{ts,tsx}", "db/**/*.ts"]).filter((file) => !/\.test\.tsx?$/.test(file));
  const found = files.filter((file) =>
    /toISOString\(\)\.(slice|substring|split)|\bdate\(["']now|% dayMs|\/ dayMs\)/.test(
      readFileSync(file, "utf8"),
    ),
  );
  // These count days or show clock times in UTC, where every day has 24 hours.
  expect(found.sort()).toEqual([
    "app/events/times.ts",
    "app/home/pages/security.ts",
    "app/jobs/pages/poster-line.server.ts",
    "app/platform/store/schedule.server.ts",
    "app/platform/time/time.server.ts",
  ]);
});
