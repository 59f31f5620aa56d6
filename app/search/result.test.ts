import { expect, test } from "vitest";
import { findRow, joinCells, trimExcerpt } from "./result.server.ts";

test.each([
  ["| Exam | Day |\n| --- | :-: |\n| Fluids | 26 Nov |\n", "Exam · Day · Fluids · 26 Nov"],
  ["… 9:30 | B-204 |\n| Cold store | -5 °C |", "… 9:30 · B-204 · Cold store · -5 °C"],
  ["No table, but a dash - here", "No table, but a dash - here"],
])("the cells of %j are joined as %j", (text, joined) => {
  expect(joinCells(text)).toBe(joined);
});

const table = "Dates\n| Exam | Day |\n| Fluids | 26 Nov |";
test.each([
  [table, "fluids", "| Fluids | 26 Nov |"],
  [table, "dates", table],
])("of %j a search for %j shows %j", (text, word, row) => {
  expect(findRow(text, [word])).toBe(row);
});

test.each([
  ["…rk on the roof, at ni…", "… on the roof, at …"],
  ["Whole", "Whole"],
  ["Unbroken…", "Unbroken…"],
])("%j is trimmed to %j", (text, trimmed) => {
  expect(trimExcerpt(text)).toBe(trimmed);
});
