import { expect, test } from "vitest";
import { drillForbiddenWrites } from "../../../tools/drill/disk.ts";
import { listProblems } from "../../../tools/drill/outcome.ts";

test("a store that no longer accepts writes stays readable, reports it, and recovers without a restart", async () => {
  expect(listProblems(await drillForbiddenWrites(10))).toEqual([]);
});
