import type { Reporter, TestCase, TestResult, TestStep } from "@playwright/test/reporter";

const slowMs = 5_000;

/** Prints the slow steps of a failed test, because a test that takes too long names only the step it ended in. */
export default class SlowSteps implements Reporter {
  onTestEnd({ title, location }: TestCase, { status, steps }: TestResult): void {
    if (status !== "failed" && status !== "timedOut") return;
    const lines = listSlow(steps);
    if (lines.length > 0) console.log(`\nSlow steps of "${title}" (${location.file}):\n${lines.join("\n")}`);
  }
}

/** @returns a line for each innermost slow step, in order */
function listSlow(steps: readonly TestStep[]): string[] {
  return steps.flatMap(({ duration, title, location, steps: inner }) => {
    if (duration < slowMs) return [];
    const within = listSlow(inner);
    return within.length > 0
      ? within
      : [`  ${Math.round(duration / 1_000)} s: ${title}, line ${location?.line}`];
  });
}
