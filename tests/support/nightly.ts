/** How much of something a nightly test does: `npm test` runs the short form, `npm run test:nightly` the long one. */
export const sized = <T>(short: T, long: T): T => (isLong ? long : short);

/** Only the long form, which has a machine to itself, asserts durations and memory. */
export const isLong = process.env.NIGHTLY === "long";

/** What the short form takes of a list: its first, and each so many further on. The long form takes all. */
export const sample = <T>(list: readonly T[], every: number): T[] =>
  list.filter((_, at) => at % sized(every, 1) === 0);
