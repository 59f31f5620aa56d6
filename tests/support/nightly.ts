/** How much of something a nightly test does: `npm test` runs the short form, `npm run test:nightly` the long one. */
export const sized = <T>(short: T, long: T): T => (process.env.NIGHTLY === "long" ? long : short);

/** What the short form takes of a list: its first, and each so many further on. The long form takes all. */
export const sample = <T>(list: readonly T[], every: number): T[] =>
  list.filter((_, at) => at % sized(every, 1) === 0);
