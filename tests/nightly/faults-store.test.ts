import { expect, test } from "vitest";
import { drillForbiddenWrites, drillFullDisk } from "../../scripts/drill/disk.ts";
import { drillLocked } from "../../scripts/drill/locked.ts";
import { drillReadOnlyStart } from "../../scripts/drill/read-only.ts";
import { drillSigkill } from "../../scripts/drill/sigkill.ts";
import { drillDamage, drillSecondServer } from "../../scripts/drill/store.ts";
import { canMount } from "../support/disk.ts";
import { sized } from "../support/nightly.ts";

test("SIGKILL at random moments under mixed load: every acknowledged write is there, and no file without a row", async () => {
  expect((await drillSigkill(sized(2, 50))).lost).toEqual([]);
});

test("on a full disk reads go on, writes say so, and room is enough to go on", async () => {
  // Where a small disk cannot be mounted, the system refuses the writes.
  const { lost } = await (canMount() ? drillFullDisk : drillForbiddenWrites)(sized(1, 10));
  expect(lost).toEqual([]);
});

test("a store that takes no writes any more is read, says so, and works again without a restart", async () => {
  expect((await drillForbiddenWrites(sized(1, 10))).lost).toEqual([]);
});

test("a read-only store stops the start with one line", async () => {
  expect((await drillReadOnlyStart()).lost).toEqual([]);
});

test("a database that another program has locked stops no reader, and writes wait for five seconds", async () => {
  expect((await drillLocked(sized(1, 3))).lost).toEqual([]);
});

test("a second server on a store refuses to start with one line, and a killed one leaves no lock", async () => {
  expect((await drillSecondServer(sized(1, 5))).lost).toEqual([]);
});

test("a damaged database stops the start with one line that says what to do", async () => {
  expect((await drillDamage()).lost).toEqual([]);
});
