/** Finds regular expressions whose work grows faster than their text: what `expressions.test.ts` needs of it. */
declare module "scslre" {
  export function analyse(
    literal: { source: string; flags: string },
    options: { reportTypes: { Move: boolean } },
  ): { reports: { type: string; exponential: boolean }[] };
}
