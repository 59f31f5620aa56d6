import { expect, test } from "vitest";
import { drillLocked } from "../../tools/drill/locked.ts";
import { listProblems } from "../../tools/drill/outcome.ts";
import { drillReadOnlyStart } from "../../tools/drill/read-only.ts";
import { drillDamage, drillSecondServer } from "../../tools/drill/store.ts";
import { sized } from "../support/nightly.ts";

test("a read-only store stops the start with one line", async () => {
  expect(listProblems(await drillReadOnlyStart())).toEqual([]);
});

test("a database locked by another program stays readable, and writes wait for five seconds", async () => {
  expect(listProblems(await drillLocked(sized(1, 3)))).toEqual([]);
});

test("a second server on a store refuses to start with one line, and a killed one leaves no lock", async () => {
  expect(listProblems(await drillSecondServer(sized(1, 5)))).toEqual([]);
});

test("a damaged database stops the start with one line that says what to do", async () => {
  expect(listProblems(await drillDamage())).toEqual([]);
});
