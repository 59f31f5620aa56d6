import { describe, expect, test } from "vitest";
import {
  addToClock,
  clockDifference,
  formatMoment,
  formatPeriod,
  formatShortMoment,
  formatShortPeriod,
  moveClock,
  nameTerm,
  nameTimeZone,
  parseMoment,
  toLocalInput,
} from "./times.ts";

const utc = (text: string, zone: string) => new Date(parseMoment(text, zone)).toISOString();

test.each([
  ["2030-12-31T18:30", "Asia/Kolkata", "2030-12-31T13:00:00.000Z"],
  ["2030-12-31T18:30:05.25", "Asia/Kolkata", "2030-12-31T13:00:05.250Z"],
  ["2030-12-31 18:30", "UTC", "2030-12-31T18:30:00.000Z"],
  ["2030-01-01T00:15", "Asia/Kolkata", "2029-12-31T18:45:00.000Z"],
  ["2026-07-01T12:00", "Europe/Berlin", "2026-07-01T10:00:00.000Z"],
  ["2026-01-01T12:00", "Europe/Berlin", "2026-01-01T11:00:00.000Z"],
  ["2026-12-31T23:59", "Pacific/Kiritimati", "2026-12-31T09:59:00.000Z"],
  ["2026-12-31T23:59", "Pacific/Pago_Pago", "2027-01-01T10:59:00.000Z"],
])("the local time %s in %s is %s", (text, zone, moment) => {
  expect(utc(text, zone)).toBe(moment);
});

test.each([
  ["2030-12-31T18:30Z", "2030-12-31T18:30:00.000Z"],
  ["2030-12-31t18:30z", "2030-12-31T18:30:00.000Z"],
  ["2030-12-31T18:30+05:30", "2030-12-31T13:00:00.000Z"],
  ["2030-12-31T18:30-0800", "2031-01-01T02:30:00.000Z"],
])("the offset in %s is used", (text, moment) => {
  expect(utc(text, "Europe/Berlin")).toBe(moment);
});

describe("clock changes", () => {
  test.each([
    // Berlin skips 02:00 to 03:00 on 29 March 2026, and repeats 02:00 to 03:00 on 25 October.
    ["2026-03-29T01:59", "Europe/Berlin", "2026-03-29T00:59:00.000Z"],
    ["2026-03-29T02:30", "Europe/Berlin", "2026-03-29T01:30:00.000Z"],
    ["2026-03-29T03:00", "Europe/Berlin", "2026-03-29T01:00:00.000Z"],
    ["2026-10-25T01:59", "Europe/Berlin", "2026-10-24T23:59:00.000Z"],
    ["2026-10-25T02:30", "Europe/Berlin", "2026-10-25T00:30:00.000Z"],
    ["2026-10-25T03:00", "Europe/Berlin", "2026-10-25T02:00:00.000Z"],
    // New York, 8 March and 1 November 2026.
    ["2026-03-08T02:30", "America/New_York", "2026-03-08T07:30:00.000Z"],
    ["2026-11-01T01:30", "America/New_York", "2026-11-01T05:30:00.000Z"],
    ["2026-11-01T02:00", "America/New_York", "2026-11-01T07:00:00.000Z"],
    // Lord Howe moves its clock by half an hour.
    ["2026-10-04T02:15", "Australia/Lord_Howe", "2026-10-03T15:45:00.000Z"],
    ["2026-04-05T01:45", "Australia/Lord_Howe", "2026-04-04T14:45:00.000Z"],
  ])("the local time %s in %s is %s", (text, zone, moment) => {
    expect(utc(text, zone)).toBe(moment);
  });

  test("a skipped local time is shown an hour later", () => {
    const moment = parseMoment("2026-03-29T02:30", "Europe/Berlin");
    expect(toLocalInput(moment, "Europe/Berlin")).toBe("2026-03-29T03:30");
  });
});

test("every quarter of an hour around the clock changes is kept as typed, except skipped ones", () => {
  const skipped = { "Europe/Berlin": 4, "America/New_York": 4, "Australia/Lord_Howe": 2, "Asia/Kolkata": 0 };
  const seasons = [Date.UTC(2026, 2, 5), Date.UTC(2026, 2, 26), Date.UTC(2026, 8, 30), Date.UTC(2026, 9, 23)];
  for (const [zone, count] of Object.entries(skipped)) {
    const changed = seasons.flatMap((start) =>
      Array.from({ length: 12 * 96 }, (_, n) =>
        new Date(start + n * 15 * 60_000).toISOString().slice(0, 16),
      ).filter((typed) => toLocalInput(parseMoment(typed, zone), zone) !== typed),
    );
    expect(changed.length).toBe(count);
  }
});

test("a short time shows its year only if it is not this year", () => {
  const moment = Date.UTC(2026, 10, 24, 11, 30);
  const now = Date.UTC(2026, 10, 1);
  expect(formatShortMoment(moment, "Asia/Kolkata", now)).toBe("Tue 24 Nov, 17:00");
  expect(formatShortMoment(Date.UTC(2026, 11, 31, 19), "Asia/Kolkata", now)).toBe("Fri 1 Jan 2027, 00:30");
});

test("a time is written in the community's time zone", () => {
  const moment = Date.UTC(2030, 11, 31, 19, 5);
  expect(formatMoment(moment, "Asia/Kolkata")).toBe("Wed, 1 January 2031, 00:35");
  expect(formatMoment(moment, "UTC")).toBe("Tue, 31 December 2030, 19:05");
});

test("an end on the same day has no date, and is in the community's time zone", () => {
  const [start, evening, night] = [11, 18, 19].map((hour) => Date.UTC(2030, 0, 1, hour, 30));
  const period = (end = start) => formatPeriod(start ?? 0, end ?? null, "Asia/Kolkata");
  expect(period(evening)).toBe("Tue, 1 January 2030, 17:00 to Wed, 2 January 2030, 00:00");
  expect(period((night ?? 0) - 7_200_000)).toBe("Tue, 1 January 2030, 17:00 to 23:00");
  expect(formatShortPeriod(start ?? 0, null, "Asia/Kolkata", start)).toBe("Tue 1 Jan, 17:00");
});

test("a term is a half year in the community's time zone", () => {
  expect(nameTerm(Date.UTC(2026, 5, 30, 18, 29), "Asia/Kolkata")).toBe("January to June 2026");
  expect(nameTerm(Date.UTC(2026, 5, 30, 18, 30), "Asia/Kolkata")).toBe("July to December 2026");
});

test("a time zone has a name that people recognize", () => {
  expect(nameTimeZone("Asia/Kolkata")).toBe("India time");
  expect(nameTimeZone("America/New_York")).toBe("America/New York time");
});

test("repeated events keep their local time, and after the 31st use the last day of shorter months", () => {
  const repeat = (text: string, every: "week" | "month", count: number, zone = "Europe/Berlin") =>
    toLocalInput(addToClock(parseMoment(text, zone), every, count, zone), zone);
  expect(repeat("2026-03-25T18:30", "week", 1)).toBe("2026-04-01T18:30");
  expect(repeat("2026-10-20T18:30", "week", 1)).toBe("2026-10-27T18:30");
  expect([1, 2, 13].map((count) => repeat("2026-01-31T00:15", "month", count))).toEqual([
    "2026-02-28T00:15",
    "2026-03-31T00:15",
    "2027-02-28T00:15",
  ]);
  expect(repeat("2027-12-31T23:45", "month", 2, "Asia/Kolkata")).toBe("2028-02-29T23:45");
  const [winter, summer] = ["2026-03-28T12:00", "2026-03-29T13:00"].map((at) =>
    parseMoment(at, "Europe/Berlin"),
  );
  const moved = clockDifference(summer ?? 0, winter ?? 0, "Europe/Berlin");
  expect(moved).toBe(25 * 3_600_000);
  expect(moveClock(winter ?? 0, moved, "Europe/Berlin")).toBe(summer);
});
