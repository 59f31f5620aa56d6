import { expect, test } from "vitest";
import { drillForbiddenWrites } from "../../../tools/drill/disk.ts";
import { listProblems } from "../../../tools/drill/outcome.ts";

test("a store that takes no writes any more is read, says so, and works again without a restart", async () => {
  expect(listProblems(await drillForbiddenWrites(10))).toEqual([]);
});
