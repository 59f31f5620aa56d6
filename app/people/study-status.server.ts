import { today } from "#app/platform/time/time.server.ts";

/** Y, the year of the next 30 June: batches before it are alumni. */
export const getAlumniYear = (day = today()): number =>
  Number(day.slice(0, 4)) + (day.slice(5) > "06-30" ? 1 : 0);

/** With Y the year of the next 30 June, batches before Y are alumni, and the year of study is 4 − (batch − Y). */
export function getStudyStatus(
  batchYear: number | null,
  day = today(),
): { year: number | null; alumni: boolean } {
  if (batchYear === null) return { year: null, alumni: false };
  const nextJune = getAlumniYear(day);
  const year = 4 - (batchYear - nextJune);
  return { year: year >= 1 && year <= 4 ? year : null, alumni: batchYear < nextJune };
}
