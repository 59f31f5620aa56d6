import { expect, test } from "vitest";
import { drillClock } from "../../scripts/drill/clock.ts";
import { drillMail } from "../../scripts/drill/mail.ts";

test("the clock goes back an hour over midnight: nothing is lost, hidden or refused, and no mail is sent twice", async () => {
  expect((await drillClock()).lost).toEqual([]);
}, 60_000);

test("a mail waits a day for the mail server and arrives once", async () => {
  expect((await drillMail(["asha"], 5 * 3_600_000)).lost).toEqual([]);
}, 120_000);
