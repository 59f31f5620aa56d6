import { expect, test } from "vitest";
import { drillBackup } from "../../../tools/drill/backup.ts";
import { listProblems } from "../../../tools/drill/outcome.ts";

// `backup.test` does this once in each run of the integration tests.
test("a backup under load restores a complete community", async () => {
  expect(listProblems(await drillBackup(5))).toEqual([]);
});
