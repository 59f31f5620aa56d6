import { expect, test } from "vitest";
import { checkConformance } from "../../tools/fuzz/conformance.ts";
import { sized } from "../support/nightly.ts";

const count = sized(120, 5_000);

test(`${count} seeded calls generated from the document get no 5xx and only documented answers`, async () => {
  const report = await checkConformance(20_260_101, count);
  expect(report.failures).toEqual([]);
  expect(report.calls).toBe(count);
  // If every call were refused, the test would prove little.
  expect(Object.keys(report.successes).length).toBeGreaterThan(20);
  expect(Object.keys(report.callers).sort()).toEqual(["admin", "guest", "member", "owner", "readOnly"]);
});
