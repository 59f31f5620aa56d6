import { expect, test } from "vitest";
import { joinCells } from "./result.server.ts";

test.each([
  ["| Exam | Day |\n| --- | :-: |\n| Fluids | 26 Nov |\n", "Exam · Day · Fluids · 26 Nov"],
  ["… 9:30 | B-204 |\n| Cold store | -5 °C |", "… 9:30 · B-204 · Cold store · -5 °C"],
  ["No table, but a dash - here", "No table, but a dash - here"],
])("the cells of %j are joined as %j", (text, joined) => {
  expect(joinCells(text)).toBe(joined);
});
