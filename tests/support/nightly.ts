/** @returns the size for the short form (`npm test`) or the long one (`npm run test:nightly`) */
export const sized = <T>(short: T, long: T): T => (isLong ? long : short);

/** Only the long form asserts durations and memory, because it has a machine to itself. */
export const isLong = process.env.NIGHTLY === "long";

/**
 * @returns evenly spaced items of a list for the short form, beginning with the first, and all items for the long form
 */
export const sample = <T>(list: readonly T[], every: number): T[] =>
  list.filter((_, at) => at % sized(every, 1) === 0);
