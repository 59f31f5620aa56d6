/** A line of a benchmark: a measurement, its figure, and the reference in the same run. */
export type Report = (line: string) => void;

/** A part of `npm run bench`, exported as `bench` by a file in this folder. */
export type Bench = (report: Report) => Promise<void>;
