import { expect, test } from "vitest";
import { drillBackup } from "../../../tools/drill/backup.ts";
import { listProblems } from "../../../tools/drill/outcome.ts";

// `backup.test` makes one in each run of the integration tests.
test("a backup under load restores into a whole community", async () => {
  expect(listProblems(await drillBackup(5))).toEqual([]);
});
