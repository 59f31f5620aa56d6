import { programmeOf } from "#app/platform/settings.server.ts";
import { today } from "#app/platform/time/time.server.ts";

/** Y, the year of the next 30 June: batches before it are alumni. */
export const getAlumniYear = (day = today()): number =>
  Number(day.slice(0, 4)) + (day.slice(5) > "06-30" ? 1 : 0);

export interface Student {
  batchYear: number | null;
  programmeId: number | null;
}

/**
 * With Y the year of the next 30 June, batches before Y are alumni, and the year of study is the programme's years −
 * (batch − Y).
 */
export function getStudyStatus(
  { batchYear, programmeId }: Student,
  day = today(),
): { year: number | null; alumni: boolean } {
  if (batchYear === null) return { year: null, alumni: false };
  const nextJune = getAlumniYear(day);
  const { years } = programmeOf(programmeId);
  const year = years - (batchYear - nextJune);
  return { year: year >= 1 && year <= years ? year : null, alumni: batchYear < nextJune };
}
