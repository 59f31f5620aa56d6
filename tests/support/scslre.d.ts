/** Finds regular expressions that take more than linear time. Types of the part that `expressions.test.ts` uses. */
declare module "scslre" {
  export function analyse(
    literal: { source: string; flags: string },
    options: { reportTypes: { Move: boolean } },
  ): { reports: { type: string; exponential: boolean }[] };
}
