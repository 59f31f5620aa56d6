import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { requirements } from "../support/security-asvs.ts";

/** @returns every number of a range: `1.2.6–1.2.8` has three */
function expand(numbers: string): string[] {
  const [first = "", last = first] = numbers.split("–");
  const section = first.slice(0, first.lastIndexOf(".") + 1);
  const from = Number(first.slice(section.length));
  const to = Number(last.slice(section.length));
  return Array.from({ length: to - from + 1 }, (_, index) => `${section}${from + index}`);
}

/** Number of requirements of levels 1 and 2 in each chapter of the standard. */
const chapters = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

test("every requirement of levels 1 and 2 has one row", () => {
  const numbers = requirements.flatMap((row) => expand(row.numbers));
  expect(new Set(numbers).size).toBe(numbers.length);
  const counted = chapters.map(
    (_, index) => numbers.filter((number) => number.startsWith(`${index + 1}.`)).length,
  );
  expect(counted).toEqual(chapters);
});

test("each row says how far it is met, and names tests that exist", () => {
  for (const { numbers, state, how, tests } of requirements) {
    expect(["met", "partly", "not met", "n/a", "operator"], numbers).toContain(state);
    expect(how, numbers).not.toBe("");
    for (const name of tests) {
      const files = name.includes("/")
        ? [name]
        : ["integration", "nightly"].map((folder) => `tests/${folder}/${name}.test.ts`);
      expect(
        files.some((file) => existsSync(file)),
        `${numbers}: ${name}`,
      ).toBe(true);
    }
  }
});
