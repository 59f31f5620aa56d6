import { expect, test } from "vitest";
import { getFieldErrorTexts } from "./field-errors.ts";
import { isWebLink, normalizeText, parseId, textList } from "./fields.ts";
import { jobFields } from "./job.ts";
import { loginSchema, registerFields } from "./user.ts";

test("text is kept in one form", () => {
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
])("%s is a link on the web: %s", (text, is) => {
  expect(isWebLink(text)).toBe(is);
});

test("an id is digits, and nothing else", () => {
  expect(["7", "123456789012345"].map(parseId)).toEqual([7, 123456789012345]);
  expect(["", "0", "07", "7 ", "1e3", "-1", "1234567890123456", 7, null].map(parseId)).toEqual(
    Array(9).fill(null),
  );
});

test("a list is trimmed, without blanks and repetitions", () => {
  expect(textList().parse("a,  b  c ,,a")).toEqual(["a", "b c"]);
  expect(textList().parse(["a,b", " a"])).toEqual(["a", "b"]);
  expect(textList().parse(null)).toEqual([]);
});

test("fields say the specification's words in the browser, too", () => {
  expect(getFieldErrorTexts(loginSchema.shape)).toEqual({
    email: { missing: "Email is required", invalid: "Email is invalid" },
    password: { missing: "Password is required", invalid: undefined },
  });
  expect(getFieldErrorTexts(registerFields)).toMatchObject({
    firstName: { missing: "First name is required" },
    password: { missing: "Password is required", invalid: "At least 6 characters" },
    batchYear: { missing: "Batch year is required" },
  });
  expect(getFieldErrorTexts(jobFields).title.missing).toBe("Title is required");
});
