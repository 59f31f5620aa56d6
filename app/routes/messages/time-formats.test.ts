import { expect, test } from "vitest";
import { createTimeFormats } from "./time-formats.ts";

const times = createTimeFormats("Asia/Kolkata");
const now = Date.parse("2030-03-12T20:00:00Z"); // 01:30 of 13 March in Kolkata
const before = (hours: number) => now - hours * 3_600_000;

test("a list says how long ago, as short as it can", () => {
  expect(times.ago(now + 5_000, now)).toBe("Just now");
  expect(times.ago(before(0.5), now)).toBe("30 min");
  expect(times.ago(before(1.25), now)).toBe("1 h");
  expect(times.ago(before(3), now)).toBe("Yesterday");
  expect(times.ago(before(72), now)).toBe("Sun");
  expect(times.ago(before(24 * 30), now)).toBe("11 Feb");
});

test("a thread says the time and the day where the college is", () => {
  expect(times.clock(now)).toBe("01:30");
  expect(times.dayInWords(now, now)).toBe("Today");
  expect(times.dayInWords(before(2), now)).toBe("Yesterday");
  expect(times.dayInWords(before(48), now)).toBe("Monday, 11 March 2030");
});
