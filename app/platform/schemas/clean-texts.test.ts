import { expect, test } from "vitest";
import type { z } from "zod";
import { loginCode, loginSchema, registerFields } from "#app/account/input.server.ts";
import { announcementFields } from "#app/announcements/input.server.ts";
import { eventFields, repetitionFields } from "#app/events/input.server.ts";
import { jobFields, parseJobFilter } from "#app/jobs/input.server.ts";
import { timeOfDaySchema } from "#app/notices/input.server.ts";
import { positionFields, profileFormFields } from "#app/people/profile-input.server.ts";
import { resourceFields } from "#app/resources/input.server.ts";
import { normalizeCode, normalizeLine, normalizeText, optionalEmail, toNumber } from "./fields.server.ts";

const invisible = [
  ["zero-width space", "\u200b"],
  ["direction marks", "\u200e\u200f\u061c"],
  ["embedding", "\u202a\u202c"],
  ["override", "\u202e"],
  ["isolates", "\u2066\u2067\u2068\u2069"],
  ["word joiner", "\u2060"],
  ["soft hyphen", "\u00ad"],
  ["byte order mark", "\ufeff"],
  ["text and emoji selectors", "\ufe0e\ufe0f"],
  ["supplementary selector", "\u{e0100}"],
  ["joiners", "\u200c\u200d"],
  ["control character", "\u0007"],
] as const;

test.each(invisible)("%s is removed from lines and codes", (_, signs) => {
  for (const clean of [normalizeLine, normalizeCode]) {
    expect(clean(`${signs}As${signs}ha7${signs}`)).toBe("Asha7");
    expect(clean(`आ${signs.replaceAll(/\u200c|\u200d/g, "")}शा`)).toBe("आशा");
  }
});

test.each([
  ["joiners inside words of India's scripts", "क्\u200dष र्\u200cय ശ്രീ\u200dകു"],
  ["a joiner inside a Persian word", "نمی\u200cخواهم"],
  ["a picture of several", "👩\u200d💻 ❤\ufe0f\u200d🔥 🏳\ufe0f\u200d🌈"],
  ["a picture with its selector", "☀\ufe0f and ☎\ufe0e"],
  ["a keycap", "Step 1\ufe0f\u20e3 of 3"],
  ["a Chinese variant", "葛\ufe00"],
])("%s are kept in a line", (_, text) => {
  expect(normalizeLine(text)).toBe(text);
  expect(normalizeText(text)).toBe(text);
});

test.each([
  ["a picture, twice", "☀\ufe0f\ufe0f", "☀\ufe0f"],
  ["after a digit", "2\ufe0f027", "2027"],
  ["after a letter", "A\ufe0fsha", "Asha"],
])("a variation selector without effect is removed from a line: %s", (_, text, line) => {
  expect(normalizeLine(text)).toBe(line);
});

test("long texts are not changed", () => {
  for (const text of ["a\u200bb", "1\ufe0f2", "१२ １２", "Ra\u200dm"]) expect(normalizeText(text)).toBe(text);
});

test("names and titles keep their own digits", () => {
  expect(normalizeLine("कक्षा १०")).toBe("कक्षा १०");
});

/** Changes that phones, spreadsheets and chat programs make to what was typed. */
const spellings = [
  ["isolated", (text: string) => `\u2068${text}\u2069`],
  ["embedded", (text: string) => `\u202a${text}\u202c`],
  ["with a mark after each character", (text: string) => Array.from(text).join("\u200b")],
  ["with selectors", (text: string) => text.replace(/[0-9]/g, "$&\ufe0f")],
  ["with a joiner", (text: string) => `${text}\u200c`],
  ["full-width", (text: string) => shift(text, 0x21, 0x7e, 0xff01 - 0x21)],
  ["with Devanagari digits", (text: string) => shift(text, 0x30, 0x39, 0x966 - 0x30)],
  ["with Bengali digits", (text: string) => shift(text, 0x30, 0x39, 0x9e6 - 0x30)],
  ["with Tamil digits", (text: string) => shift(text, 0x30, 0x39, 0xbe6 - 0x30)],
  ["with Arabic digits", (text: string) => shift(text, 0x30, 0x39, 0x660 - 0x30)],
  ["with Urdu digits", (text: string) => shift(text, 0x30, 0x39, 0x6f0 - 0x30)],
] as const;

const shift = (text: string, first: number, last: number, by: number) =>
  text.replace(/./g, (sign) => {
    const code = sign.charCodeAt(0);
    return code >= first && code <= last ? String.fromCharCode(code + by) : sign;
  });

const codes: [name: string, schema: z.ZodType, typed: string][] = [
  ["a phone", registerFields.phone, "+919876543210"],
  ["a member's phone", profileFormFields.phone, "+91 98765-43210"],
  ["a contact's phone", jobFields.contactPhone, "+91 98200 00000"],
  ["a batch year", registerFields.batchYear, "2027"],
  ["an address", registerFields.email, "asha.7@college.example"],
  ["a contact's address", jobFields.contactEmail, "asha.7@college.example"],
  ["an optional address", optionalEmail(), "asha.7@college.example"],
  ["a birthday", profileFormFields.birthday, "2004-12-31"],
  ["a roll number", profileFormFields.roll, "EC-23-017"],
  ["a grade", profileFormFields.cgpa, "8.45"],
  ["a month", positionFields.From, "2024-07"],
  ["a deadline", jobFields.deadline, "2030-12-31"],
  ["a salary", jobFields.salaryMin, "25000"],
  ["years of experience", jobFields.maxExperience, "2"],
  ["a date and time", eventFields.date, "2030-03-01T18:30"],
  ["an end", eventFields.endDate, "2030-03-01T20:00"],
  ["a limit", eventFields.registrationLimit, "25"],
  ["a number of repetitions", repetitionFields.times, "3"],
  ["a year of study", resourceFields.year, "2"],
  ["a course", resourceFields.courseCode, "DB302"],
  ["the last day of an announcement", announcementFields.until, "2030-12-31"],
  ["the batch of an announcement", announcementFields.batchYear, "2027"],
  ["a time of the day", timeOfDaySchema, "22:00"],
  ["a code of the second factor", loginCode, "123456"],
];

test.each(codes)("%s is accepted in every spelling", (_, schema, typed) => {
  const plain = schema.parse(typed);
  for (const [name, write] of spellings) expect(schema.parse(write(typed)), name).toEqual(plain);
});

test("numbers in an address are accepted in every spelling", () => {
  const search = (name: string, value: string) => parseJobFilter(new URLSearchParams({ [name]: value }));
  for (const [name, write] of spellings)
    expect(search("salaryMin", write("25000")), name).toEqual(search("salaryMin", "25000"));
});

test("a number of only invisible characters counts as absent", () => {
  for (const text of ["\u200b", "\u2066\u2069", "\ufeff "]) expect(toNumber(text)).toBeUndefined();
});

test("log-in input is not cleaned, because older accounts were stored uncleaned", () => {
  const { email, password } = loginSchema.parse({
    email: "A\ufe0fsha@college.example",
    password: "a\u200bb ",
  });
  expect([email, password]).toEqual(["a\ufe0fsha@college.example", "a\u200bb "]);
});
