import { expect, test } from "vitest";
import { fuzz } from "../../scripts/fuzz/run.ts";

test("1,500 seeded inputs of every kind cause no 5xx, no long turn and no growth", async () => {
  const report = await fuzz({ seed: 20_260_101, count: 1_500, maxMs: 150_000 });
  expect(report.failures).toEqual([]);
  expect(report.inputs).toBe(1_500);
  expect(report.longestBusyMs).toBeLessThan(250);
  expect(report.growthBytes).toBeLessThan(32 * 1024 * 1024);
}, 180_000);
