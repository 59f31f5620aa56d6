/** What one part of the drill did and found. */
export interface Outcome {
  /** What was tried, and how often. */
  tried: string;
  /** Everything that was lost or wrong, as sentences. */
  lost: string[];
  figures?: string;
}

/** Collects what is wrong. */
export class Findings {
  readonly lost: string[] = [];

  expect(isRight: boolean, problem: string): void {
    if (!isRight) this.lost.push(problem);
  }

  expectStatus(
    what: string,
    { status, text }: { status: number; text: string },
    ...expected: number[]
  ): void {
    this.expect(
      expected.includes(status),
      `${what} answered ${status} instead of ${expected.join(" or ")}: ${text.slice(0, 200)}`,
    );
  }
}

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
