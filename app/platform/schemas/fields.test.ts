import { expect, test } from "vitest";
import { loginSchema, registerFields } from "#app/account/input.server.ts";
import { jobFields } from "#app/jobs/input.server.ts";
import { getFieldRules } from "./field-rules.server.ts";
import { isWebLink, normalizeText, parseId, textList } from "./fields.server.ts";

test("text is normalized", () => {
  expect(normalizeText(" cafe\u0301\u0000\r\nx\ud800 ")).toBe("café\nx\ufffd");
});

test.each([
  ["https://a.example/x?y#z", true],
  ["HTTP://A.example", true],
  ["https:a.example", false],
  ["javascript:alert(1)", false],
  ["data:text/html,x", false],
  ["//a.example", false],
  ["https://", false],
])("%s is a web link: %s", (text, expected) => {
  expect(isWebLink(text)).toBe(expected);
});

test("an id consists of digits only", () => {
  expect(["7", "123456789012345"].map(parseId)).toEqual([7, 123456789012345]);
  expect(["", "0", "07", "7 ", "1e3", "-1", "1234567890123456", 7, null].map(parseId)).toEqual(
    Array(9).fill(null),
  );
});

test("a list is trimmed and has no blanks or duplicates", () => {
  expect(textList().parse("a,  b  c ,,a")).toEqual(["a", "b c"]);
  expect(textList().parse(["a,b", " a"])).toEqual(["a", "b"]);
  expect(textList().parse(null)).toEqual([]);
});

test("browsers get the specification's error texts", () => {
  expect(getFieldRules(loginSchema.shape)).toMatchObject({
    email: { missing: "Email is required", invalid: "Email is invalid", isRequired: true, maxLength: 254 },
    password: { missing: "Password is required", invalid: undefined },
  });
  expect(getFieldRules(registerFields)).toMatchObject({
    firstName: { missing: "First name is required" },
    password: { missing: "Password is required", invalid: "At least 6 characters" },
    batchYear: { missing: "Batch year is required" },
  });
  expect(getFieldRules(jobFields).title.missing).toBe("Title is required");
});
