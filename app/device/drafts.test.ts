import { expect, test } from "vitest";
import { createNaming, isOutdated, isRestored, isWaiting, readTyped, type StoredDraft } from "./drafts.ts";

const draft = (typed: StoredDraft["typed"], at = 0): StoredDraft => ({ at, title: "T", version: "1", typed });

test("fields that share a name are numbered from the second on", () => {
  const nameOf = createNaming();
  expect(["role", "tag", "tag", "role", "tag"].map(nameOf)).toEqual([
    "role",
    "tag",
    "tag 2",
    "role 2",
    "tag 3",
  ]);
});

test("a draft is outdated after seven days", () => {
  const week = 7 * 86_400_000;
  expect([week, week + 1].map((now) => isOutdated(draft([]), now))).toEqual([false, true]);
});

test("a draft of an earlier version gets the numbers of its fields, and a newer one keeps its own", () => {
  const earlier = draft([
    ["tag", "a"],
    ["tag", "b"],
  ]);
  expect(readTyped(earlier)).toEqual([
    ["tag", "a", undefined],
    ["tag 2", "b", undefined],
  ]);
  expect(readTyped(draft([["tag 2", "b", ""]]))).toEqual([["tag 2", "b", ""]]);
});

test("a value whose field is missing waits for it, but what an earlier version stored of boxes does not", () => {
  expect(isWaiting("Acme", "")).toBe(true);
  expect(isWaiting("true", "false")).toBe(true);
  expect(isWaiting("Acme", undefined)).toBe(true);
  for (const value of ["true", "false", ""]) expect(isWaiting(value, undefined)).toBe(false);
});

test.for([
  ["an untouched text", "Kochi", "Pune", "Pune", false, true],
  ["a shorter text typed since", "Kochi, Kerala", "Ko", "Pune", false, true],
  ["a longer text typed since", "Ko", "Kochi", "Pune", false, false],
  ["the same text", "Kochi", "Kochi", "Pune", false, false],
  ["an untouched box", "true", "false", "false", true, true],
  ["a box ticked since", "false", "true", "false", true, false],
] as const)("a draft and %s", ([, value, shown, before, isTicked, expected]) => {
  expect(isRestored(value, shown, before, isTicked)).toBe(expected);
});
