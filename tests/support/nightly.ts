/** How much of something a nightly test does: `npm test` runs the short form, `npm run test:nightly` the long one. */
export const sized = <T>(short: T, long: T): T => (process.env.NIGHTLY === "long" ? long : short);
