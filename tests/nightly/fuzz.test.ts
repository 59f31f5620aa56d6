import { expect, test } from "vitest";
import { fuzz } from "../../tools/fuzz/run.ts";
import { isLong, sized } from "../support/nightly.ts";

const count = sized(500, 24_000);

test(`${count} seeded inputs of every kind cause no 5xx${isLong ? ", no blocked event loop and no memory growth" : ""}`, async () => {
  const report = await fuzz({ seed: 20_260_101, count, maxMs: 3_000_000 });
  expect(report.failures).toEqual([]);
  expect(report.inputs).toBe(count);
  if (!isLong) return;
  expect(report.longestBusyMs).toBeLessThan(250);
  expect(report.growthBytes).toBeLessThan(32 * 1024 * 1024);
});
