import { expect, test } from "vitest";
import { z } from "zod";
import * as feedback from "./feedback.ts";
import * as fields from "./fields.ts";
import * as job from "./job.ts";
import * as message from "./message.ts";
import * as profile from "./profile.ts";
import * as resource from "./resource.ts";
import * as user from "./user.ts";

/** Every schema of this room, and every step of a schema by step. */
const schemas = Object.entries({ ...feedback, ...job, ...message, ...profile, ...resource, ...user }).flatMap(
  ([name, value]): [string, z.ZodType][] => {
    if (value instanceof z.ZodType) return [[name, value]];
    if (typeof value !== "object") return [];
    return Object.entries(value).flatMap(([key, each]): [string, z.ZodType][] =>
      each instanceof z.ZodType ? [[`${name}.${key}`, each]] : [],
    );
  },
);

const hostileTexts: Record<string, (length: number) => string> = {
  dots: (length) => `a@${".".repeat(length)}<`,
  "dotted words": (length) => `a@${"a.".repeat(length / 2)}<`,
  "at signs": (length) => `${"a@".repeat(length / 2)} `,
  spaces: (length) => `x${" ".repeat(length)}x`,
  "line breaks": (length) => `x${"\r\n".repeat(length / 2)}x`,
  commas: (length) => ",".repeat(length),
  "commas and words": (length) => "a,".repeat(length / 2),
  "angle brackets": (length) => "<".repeat(length),
  "two marks": (length) => `a${"\u0300\u0316".repeat(length / 2)}`,
  "marks apart": (length) => `a${"\u0300\u200b".repeat(length / 2)}`,
  joiners: (length) => "a\u200d".repeat(length / 2),
  invisible: (length) => "\u202e".repeat(length),
  digits: (length) => "9".repeat(length),
  slashes: (length) => `http://${"/:".repeat(length / 2)}`,
  dashes: (length) => "-_ ".repeat(length / 3),
  surrogates: (length) => "\ud800".repeat(length),
  ligatures: (length) => "\ufdfa".repeat(length),
};

/** An input with a text in every place of the schema. */
function inputFor(schema: z.ZodType, text: string): unknown {
  if (schema instanceof z.ZodPipe) return inputFor(schema.in as z.ZodType, text);
  if (!(schema instanceof z.ZodObject)) return text;
  return Object.fromEntries(Object.keys(schema.shape).map((name) => [name, text]));
}

function measure(schema: z.ZodType, input: unknown): number {
  const times = [1, 2, 3].map(() => {
    const started = performance.now();
    schema.safeParse(input);
    return performance.now() - started;
  });
  return Math.min(...times);
}

test("there are schemas to look at", () => {
  expect(schemas.length).toBeGreaterThan(30);
  expect(schemas.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      "loginSchema",
      "feedbackSchema",
      "jobSchema",
      "sendSchema",
      "registerFormSchema",
    ]),
  );
});

/** Eight times the input takes about eight times as long when it is linear, and 64 times when it is quadratic. */
const growth = 8;
const maxSlowdown = 3 * growth;
/** Shorter times are noise. */
const floorMs = 5;

test.each(schemas)("%s takes time in proportion to the text", (_, schema) => {
  const length = 4_000;
  for (const [name, write] of Object.entries(hostileTexts)) {
    const short = measure(schema, inputFor(schema, write(length)));
    const long = measure(schema, inputFor(schema, write(growth * length)));
    expect(long / Math.max(floorMs, short), name).toBeLessThan(maxSlowdown);
  }
});

test.each([
  ["texts", (index: number): unknown => `a${index}`],
  ["numbers", (index: number): unknown => index],
  ["blanks", (): unknown => ""],
])("a list of many %s is refused without a look at each", (_, entry) => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => entry(index));
  const schema = fields.textList();
  const short = Math.max(floorMs, measure(schema, many(2_000)));
  // A look at each would take a hundred times as long.
  expect(measure(schema, many(200_000)) / short).toBeLessThan(maxSlowdown);
  expect(schema.safeParse(many(1_000)).success).toBe(false);
  expect(schema.safeParse(many(1_000)).error?.issues).toHaveLength(1);
});

test("a long run of accents is refused, and what scripts need is not", () => {
  const title = fields.requiredLine("Title is required", 150);
  expect(title.safeParse(`a${"\u0316".repeat(9)}`).error?.issues[0]?.message).toBe(
    "Too many accents on one letter",
  );
  // Accents that invisible characters keep apart are one run once these are gone.
  expect(title.safeParse(`a${"\u0300\u200b".repeat(20)}`).error?.issues[0]?.message).toBe(
    "Too many accents on one letter",
  );
  for (const text of ["Nguyễn Thị Ánh", "क्षत्रिय श्रीमती", "ᄀᆞᆫ", "བསྒྲུབས", "מְנוֹרָה"]) {
    expect(title.safeParse(text.normalize("NFD")).data, text).toBe(text.normalize("NFC"));
  }
});

test("a text of one line keeps what is seen and what scripts need", () => {
  const line = fields.normalizeLine;
  expect(line("Asha\r\n\r\nhttps://evil.example\u2028now\u0085x")).toBe("Asha https://evil.example now x");
  expect(line("a\u202eb\u2066c\u200ed\u00ade\u0000f\u061cg\u034fh\u3164i\u2060j\ufeffk")).toBe("abcdefghijk");
  expect(line("क्\u200dष र्\u200cय")).toBe("क्\u200dष र्\u200cय");
  expect(line("نمی\u200cخواهم")).toBe("نمی\u200cخواهم");
  expect(line("👩\u200d💻 ❤\ufe0f\u200d🔥")).toBe("👩\u200d💻 ❤\ufe0f\u200d🔥");
  expect(line("\u200dab\u200c \u200dc\u200c\u200c1")).toBe("ab c1");
});

test.each(["\u200b", "\u3164\u115f", "\u2800", " \u202e ", "\ufe0f", "\u0000", "\u0301"])(
  "%j is blank",
  (text) => {
    expect(fields.requiredLine("Missing").safeParse(text).error?.issues[0]?.message).toBe("Missing");
    expect(fields.requiredText("Missing", 10).safeParse(text).error?.issues[0]?.message).toBe("Missing");
    expect(fields.optionalLine().parse(text)).toBeNull();
  },
);

test.each(["https://evil.example", "Win at http://x", "x：／／y", "ht\u200btp:\u200b//x"])(
  "the name %s is refused",
  (name) => {
    const { error } = fields.requiredName("First name is required", 60).safeParse(name);
    expect(error?.issues[0]?.message).toBe("A name cannot contain a web address");
  },
);

test.each([
  ["a@b.example", true],
  ["a.b+c@mail.college.example", true],
  ["a@b", false],
  ["a@b..example", false],
  ["a@.b.example", false],
  ["a@b.example.", false],
  ["a b@c.example", false],
  ["a@b@c.example", false],
])("%s is an email address: %s", (text, expected) => {
  expect(fields.email("missing").safeParse(text).success).toBe(expected);
});

test("lengths count what is stored", () => {
  const line = fields.requiredLine("Missing", 10);
  expect(line.parse(`  ${"é".normalize("NFD").repeat(10)}  `)).toBe("é".repeat(10));
  expect(line.parse("😀".repeat(10))).toHaveLength(20);
  expect(line.safeParse("a".repeat(11)).error?.issues.map(({ message }) => message)).toEqual([
    "At most 10 characters",
  ]);
});
