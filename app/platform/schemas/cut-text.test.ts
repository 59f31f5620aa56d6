import { expect, test } from "vitest";
import { cutText } from "./fields.server.ts";

test.each([
  ["a pair of surrogates", "😀"],
  ["a family", "👩\u200d👩\u200d👧\u200d👦"],
  ["a hand with its skin", "👋🏽"],
  ["a flag", "🇮🇳"],
  ["a letter and its sign", "की"],
  ["a letter and its accent", "e\u0301"],
  ["a keycap", "1\ufe0f\u20e3"],
])("a cut text never ends in half of %s", (_, character) => {
  const length = Array.from(character).length;
  for (let max = 3; max < 3 + 2 * length; max++) {
    const whole = Math.min(3, Math.floor((max - 3) / length));
    expect(cutText(`abc${character.repeat(3)}`, max)).toBe(`abc${character.repeat(whole)}`);
  }
});

test("a text that fits is unchanged, and an endless combining sequence is cut", () => {
  expect(cutText("😀😀", 2)).toBe("😀😀");
  expect(cutText("abc", 3)).toBe("abc");
  expect(Array.from(cutText(`a${"\u0301".repeat(500)}`, 100))).toHaveLength(100);
  expect(cutText("\ud83d\ud83d", 1)).toBe("\ufffd");
});
