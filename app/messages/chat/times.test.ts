import { expect, test } from "vitest";
import { createTimeFormats } from "./times.ts";

const times = createTimeFormats("Asia/Kolkata");
const now = Date.parse("2030-03-12T20:00:00Z"); // 01:30 of 13 March in Kolkata
const hoursAgo = (hours: number) => now - hours * 3_600_000;

test("lists show how long ago, as short as possible", () => {
  expect(times.timeAgo(now + 5_000, now)).toBe("Just now");
  expect(times.timeAgo(hoursAgo(0.5), now)).toBe("30 min");
  expect(times.timeAgo(hoursAgo(1.25), now)).toBe("1 h");
  expect(times.timeAgo(hoursAgo(3), now)).toBe("Yesterday");
  expect(times.timeAgo(hoursAgo(72), now)).toBe("Sun");
  expect(times.timeAgo(hoursAgo(24 * 30), now)).toBe("11 Feb");
});

test("threads show times and days in the college's time zone", () => {
  expect(times.clock(now)).toBe("01:30");
  expect(times.dayLabel(now, now, true)).toBe("Today");
  expect(times.dayLabel(hoursAgo(2), now, true)).toBe("Yesterday");
  expect(times.dayLabel(hoursAgo(48), now, true)).toBe("Monday, 11 March 2030");
});
