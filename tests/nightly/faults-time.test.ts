import { expect, test } from "vitest";
import { drillClock } from "../../tools/drill/clock.ts";
import { drillMail } from "../../tools/drill/mail.ts";
import { listProblems } from "../../tools/drill/outcome.ts";
import { sized } from "../support/nightly.ts";

test("setting the clock back an hour over midnight loses, hides and refuses nothing, and sends no mail twice", async () => {
  expect(listProblems(await drillClock())).toEqual([]);
});

test("a mail waits a day for the mail server, and arrives once", async () => {
  expect(listProblems(await drillMail(["asha"], sized(5 * 3_600_000, 0)))).toEqual([]);
});
