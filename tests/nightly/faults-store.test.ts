import { expect, test } from "vitest";
import { drillForbiddenWrites, drillFullDisk } from "../../tools/drill/disk.ts";
import { listProblems } from "../../tools/drill/outcome.ts";
import { drillSigkill } from "../../tools/drill/sigkill.ts";
import { canMount } from "../support/disk.ts";
import { sized } from "../support/nightly.ts";

test("SIGKILL at random moments under mixed load: every acknowledged write is there, and no file without a row", async () => {
  expect(listProblems(await drillSigkill(sized(2, 50)))).toEqual([]);
});

test("on a full disk reads go on, writes say so, and room is enough to go on", async () => {
  // Where a small disk cannot be mounted, the system refuses the writes.
  const outcome = await (canMount() ? drillFullDisk : drillForbiddenWrites)(sized(1, 10));
  expect(listProblems(outcome)).toEqual([]);
});
