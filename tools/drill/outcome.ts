import { isLong } from "../../tests/support/nightly.ts";

/** What one part of the drill did and found, as sentences. */
export interface Outcome {
  /** What was tried, and how often. */
  tried: string;
  /** What was lost or is wrong: the only one that fails the drill. */
  lost: string[];
  /** What was answered otherwise than expected, such as a write that a disk without room still took. */
  refused?: string[];
  /** What took too long. A busy machine is late, too. */
  late?: string[];
  figures?: string;
}

/** The problems of an outcome. What was late counts in the long form only, which runs on a machine of its own. */
export const listProblems = ({ lost, refused = [], late = [] }: Outcome): string[] => [
  ...lost,
  ...refused,
  ...(isLong ? late : []),
];

/** Collects what is wrong. */
export class Findings {
  readonly lost: string[] = [];
  readonly refused: string[] = [];
  readonly late: string[] = [];

  expectWithin(maxMs: number, ms: number, what: string): void {
    if (!(ms <= maxMs)) this.late.push(`${what} took ${Math.round(ms)} ms`);
  }

  expect(isRight: boolean, problem: string): void {
    if (!isRight) this.lost.push(problem);
  }

  expectStatus(
    what: string,
    { status, text }: { status: number; text: string },
    ...expected: number[]
  ): void {
    if (expected.includes(status)) return;
    this.refused.push(
      `${what} answered ${status} instead of ${expected.join(" or ")}: ${text.slice(0, 200)}`,
    );
  }
}

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
