import { expect, test } from "vitest";
import { z } from "zod";
import * as user from "#app/account/input.server.ts";
import * as feedback from "#app/home/pages/feedback-input.server.ts";
import * as job from "#app/jobs/input.server.ts";
import * as message from "#app/messages/input.server.ts";
import * as profile from "#app/people/profile-input.server.ts";
import * as resource from "#app/resources/input.server.ts";
import { countSteps } from "../../../tests/support/count-steps.ts";
import { sized } from "../../../tests/support/nightly.ts";
import * as fields from "./fields.server.ts";

const modules = {
  "account/input.server.ts": user,
  "home/pages/feedback-input.server.ts": feedback,
  "jobs/input.server.ts": job,
  "messages/input.server.ts": message,
  "people/profile-input.server.ts": profile,
  "resources/input.server.ts": resource,
};
/** @returns every schema, and every step of schemas with steps */
const schemas = Object.entries(modules).flatMap(([module, exports]) =>
  Object.entries(exports).flatMap(([name, value]) => {
    if (value instanceof z.ZodType) return [{ module, name, schema: value as z.ZodType }];
    if (typeof value !== "object") return [];
    return Object.entries(value).flatMap(([key, each]) =>
      each instanceof z.ZodType ? [{ module, name: `${name}.${key}`, schema: each as z.ZodType }] : [],
    );
  }),
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

/** @returns an input with the text in every field of the schema */
function inputFor(schema: z.ZodType, text: string): unknown {
  if (schema instanceof z.ZodPipe) return inputFor(schema.in as z.ZodType, text);
  if (!(schema instanceof z.ZodObject)) return text;
  return Object.fromEntries(Object.keys(schema.shape).map((name) => [name, text]));
}

test("the list of schemas is complete", () => {
  expect(schemas.length).toBeGreaterThan(30);
  expect(schemas.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "loginSchema",
      "feedbackSchema",
      "jobSchema",
      "sendSchema",
      "registerFormSchema",
    ]),
  );
});

/** Eight times the input takes about eight times the steps when it is linear, and 64 times when it is quadratic. */
const growth = 8;
const lengths = [2_000, growth * 2_000];

test.each(Object.keys(modules))("the schemas of %s take linear time", async (module) => {
  const own = schemas.filter((each) => each.module === module);
  const all = Object.entries(hostileTexts);
  /** In the short form every third text for each schema, in rotation. */
  const textsFor = (schema: number) => all.filter((_, at) => sized((at + schema) % 3 === 0, true));
  const calls = own.flatMap(({ name, schema }, index) =>
    textsFor(index).flatMap(([, write]) =>
      lengths.map((length) => ({ name: `${name}.safeParse`, input: inputFor(schema, write(length)) })),
    ),
  );
  const steps = (await countSteps(new URL(`../../${module}`, import.meta.url), calls)).values();
  for (const [index, { name }] of own.entries()) {
    for (const [text] of textsFor(index)) {
      const [short = 0, long = 0] = [steps.next().value, steps.next().value];
      expect(long, `${name}: ${text}`).toBeLessThan(2 * growth * short);
    }
  }
});

test.each([
  ["texts", (index: number): unknown => `a${index}`],
  ["numbers", (index: number): unknown => index],
  ["blanks", (): unknown => ""],
])("a list of many %s is refused without validating each", (_, entry) => {
  let looks = 0;
  const many = new Proxy(
    Array.from({ length: 20_000 }, (_, index) => entry(index)),
    {
      get(list, key, receiver) {
        if (/^\d+$/.test(String(key))) looks++;
        return Reflect.get(list, key, receiver);
      },
    },
  );
  const result = fields.textList().safeParse(many);
  expect(result.error?.issues).toHaveLength(1);
  expect(looks).toBeLessThan(500);
});

test("a long run of accents is refused, but accents that scripts need are not", () => {
  const title = fields.requiredLine("Title is required", 150);
  expect(title.safeParse(`a${"\u0316".repeat(9)}`).error?.issues[0]?.message).toBe(
    "Too many accents on one letter",
  );
  // Removing invisible characters joins the accents between them into one run.
  expect(title.safeParse(`a${"\u0300\u200b".repeat(20)}`).error?.issues[0]?.message).toBe(
    "Too many accents on one letter",
  );
  for (const text of ["Nguyễn Thị Ánh", "क्षत्रिय श्रीमती", "ᄀᆞᆫ", "བསྒྲུབས", "מְנוֹרָה"]) {
    expect(title.safeParse(text.normalize("NFD")).data, text).toBe(text.normalize("NFC"));
  }
});

test("a line keeps visible characters and those that scripts need", () => {
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

test("length limits apply to the stored text", () => {
  const line = fields.requiredLine("Missing", 10);
  expect(line.parse(`  ${"é".normalize("NFD").repeat(10)}  `)).toBe("é".repeat(10));
  expect(line.parse("😀".repeat(10))).toHaveLength(20);
  expect(line.safeParse("a".repeat(11)).error?.issues.map(({ message }) => message)).toEqual([
    "At most 10 characters",
  ]);
});
