import { isLong } from "../../tests/support/nightly.ts";

/** What a part of the drill did and found, as sentences. */
export interface Outcome {
  /** What was tried, and how often. */
  tried: string;
  /** What was lost or is wrong. Only this fails the drill. */
  lost: string[];
  /** Unexpected responses, such as a write that succeeded on a full disk. */
  refused?: string[];
  /** What took too long or too much memory, perhaps because the machine was busy. */
  late?: string[];
  figures?: string;
}

/** The problems of an outcome. Lateness counts only in the long form, which has a machine to itself. */
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
