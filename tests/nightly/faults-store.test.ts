import { expect, test } from "vitest";
import { drillForbiddenWrites, drillFullDisk } from "../../tools/drill/disk.ts";
import { listProblems } from "../../tools/drill/outcome.ts";
import { drillSigkill } from "../../tools/drill/sigkill.ts";
import { canMount } from "../support/disk.ts";
import { sized } from "../support/nightly.ts";

test("after SIGKILL at random times under load every acknowledged write is stored, and every file has a row", async () => {
  expect(listProblems(await drillSigkill(sized(2, 50)))).toEqual([]);
});

test("on a full disk reads continue, writes report it, and free space is enough to recover", async () => {
  // Where a small disk cannot be mounted, a limit makes the system refuse writes.
  const outcome = await (canMount() ? drillFullDisk : drillForbiddenWrites)(sized(1, 10));
  expect(listProblems(outcome)).toEqual([]);
});
