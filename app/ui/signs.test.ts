import { expect, test } from "vitest";
import { partsOfSign, signOf, signOfGuest } from "./signs.ts";

const labels = Array.from({ length: 1_000 }, (_, n) => `Guest ${n}`);
const [today, tomorrow] = ["24 November 2026", "25 November 2026"];

test("a guest keeps a sign for a day, and all 144 signs occur", () => {
  expect(signOfGuest("Guest 417", today)).toBe(signOfGuest("Guest 417", today));
  const met = new Set(labels.map((label) => JSON.stringify(partsOfSign(signOfGuest(label, today)))));
  expect(met.size).toBe(24 * 6);
});

test("a label has today's sign tomorrow only by chance, and labels that share a sign today do not share one tomorrow", () => {
  const kept = labels.filter((label) => signOfGuest(label, today) === signOfGuest(label, tomorrow));
  expect(kept.length).toBeLessThan(25);
  const together = labels.filter((label) => signOfGuest(label, today) === signOfGuest("Guest 417", today));
  const [sign] = together.slice(1).map((label) => signOfGuest(label, tomorrow));
  expect(together.every((label) => signOfGuest(label, tomorrow) === sign)).toBe(false);
});

test("each letter of an alias has a different sign, and an empty one the default", () => {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"];
  expect(new Set(letters.map(signOf)).size).toBe(letters.length);
  expect(letters.every((letter) => partsOfSign(signOf(letter)).tint < 6)).toBe(true);
  expect(partsOfSign(signOf(""))).toEqual({ name: "wave", tint: 0 });
});
