/**
 * `npm run fuzz` sends 24,000 seeded inputs to the server and prints the results. Fails on a 5xx, an event-loop iteration of
 * more than 250 ms, or memory that grows. `npm run fuzz -- 7 5000` takes another seed and number, and
 * `npm run fuzz -- 7 5000 1` sends one at a time, so that the longest iteration belongs to one input.
 *
 * `npm run fuzz -- conformance` makes 5,000 seeded calls from the OpenAPI document, valid and invalid ones. Fails on a 5xx and on
 * a response that the document does not describe. `npm run fuzz -- conformance 7 600` takes another seed and number.
 */
import { checkConformance } from "./fuzz/conformance.ts";
import { fuzz } from "./fuzz/run.ts";

if (process.argv[2] === "conformance") await runConformance(process.argv[3], process.argv[4]);

async function runConformance(seed = "1", count = "5000"): Promise<never> {
  const { failures, successes, ...report } = await checkConformance(Number(seed), Number(count));
  console.log(`seed ${seed}: ${report.calls} calls in ${report.seconds} s`);
  console.log(`answers: ${describeCounts(report.statuses)}`);
  console.log(`successes by caller: ${describeCounts(report.callers)}`);
  console.log(`successes by call: ${describeCounts(successes)}`);
  for (const failure of failures) console.log(failure);
  const isConformant = failures.length === 0 && report.calls === Number(count);
  console.log(isConformant ? "as described" : "NOT AS DESCRIBED");
  process.exit(isConformant ? 0 : 1);
}

function describeCounts(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([name, times]) => `${name}: ${times}`)
    .join(", ");
}

const [seed = "1", count = "24000", concurrency = "8"] = process.argv.slice(2);
const maxTurnMs = 250;
/** The cached pages of guests may take 24 MB. */
const maxGrowthBytes = 32 * 1024 * 1024;
const mb = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

const report = await fuzz({
  seed: Number(seed),
  count: Number(count),
  maxMs: 30 * 60_000,
  concurrency: Number(concurrency),
});
console.log(`seed ${seed}: ${report.inputs} inputs in ${report.seconds} s`);
console.log(describeCounts(report.statuses));
console.log(
  `longest event-loop iteration: ${Math.round(report.longestBusyMs)} ms of work, ${Math.round(report.longestMs)} ms elapsed`,
);
console.log(
  `held: ${mb(report.heldBytes)} (${mb(report.growthBytes)} more than after the first half), resident: ${mb(report.residentBytes)}`,
);
for (const failure of report.failures) console.log(failure);
const isCalm =
  report.failures.length === 0 &&
  report.inputs >= Number(count) &&
  report.longestBusyMs <= maxTurnMs &&
  report.growthBytes <= maxGrowthBytes;
console.log(isCalm ? "passed" : "FAILED");
process.exit(isCalm ? 0 : 1);
