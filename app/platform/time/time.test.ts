import { expect, test } from "vitest";
import { formatDateTime, formatDay, msUntilMultiple, timeAgo, today } from "./time.server.ts";

const now = Date.UTC(2030, 5, 15, 12);
const minute = 60_000;

test.each([
  [0, "just now"],
  [59_000, "just now"],
  [minute, "1 minute ago"],
  [179 * minute, "2 hours ago"],
  [26 * 60 * minute, "yesterday"],
  [13 * 24 * 60 * minute, "last week"],
  [400 * 24 * 60 * minute, "last year"],
  [-5 * minute, "just now"],
])("%i ms ago is shown as %s", (ago, words) => {
  expect(timeAgo(now - ago, now)).toBe(words);
});

test("the day changes at midnight in the community's time zone, Asia/Kolkata", () => {
  expect(today(Date.UTC(2030, 11, 31, 18, 29))).toBe("2030-12-31");
  expect(today(Date.UTC(2030, 11, 31, 18, 30))).toBe("2031-01-01");
  expect(formatDay("2030-12-31")).toBe("31 December 2030");
});

test("a time is short and shows its year only if it is not this year", () => {
  const newYear = Date.UTC(2030, 11, 31, 18, 30);
  expect(formatDateTime(newYear, newYear)).toBe("1 Jan, 00:00");
  expect(formatDateTime(newYear - minute, newYear)).toBe("31 Dec 2030, 23:59");
});

test("a timer that fires slightly early waits for the next multiple, so that its task runs once", () => {
  expect([0, 1, 59_989, 59_995, 59_999].map((time) => msUntilMultiple(minute, now + time))).toEqual([
    60_000, 59_999, 11, 60_005, 60_001,
  ]);
});
