/** One line of a benchmark: what was measured, the figure, and what it is compared with in the same run. */
export type Report = (line: string) => void;

/** A part of `npm run bench`: a file of this folder exports one as `bench`. */
export type Bench = (report: Report) => Promise<void>;
