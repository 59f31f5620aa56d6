import type { PersonRow } from "#app/people/person.server.ts";
import { getStudyStatus } from "#app/people/study-status.server.ts";
import { dayMs } from "#app/platform/time/durations.ts";
import type { CareerStep } from "#db/vocabulary.ts";

export interface Poster extends Pick<PersonRow, "status" | "company" | "batchYear" | "programmeId"> {
  positions: CareerStep[];
  createdAt: number;
  /** Whether any active member's profile says that they work at the job's company. */
  hasColleague: boolean;
}

/**
 * How a job's poster is connected with its company, and how long their account exists. Never says their gender.
 * @returns such as "Posted by an alum whose profile says they work there. Their account is 2 years old."
 */
export function describePoster(poster: Poster, companyName: string, now = Date.now()): string {
  if (poster.status === "deleted") return "The member who posted this has left.";
  const { year, alumni } = getStudyStatus(poster);
  const who = alumni ? "an alum" : year === null ? "a member" : "a student";
  return `Posted by ${who}${connect(poster, companyName)}. Their account ${describeAge(now - poster.createdAt)}.`;
}

function connect({ company, positions, hasColleague }: Poster, companyName: string): string {
  const isThere = (name: string | null) => name?.trim().toLowerCase() === companyName.trim().toLowerCase();
  const there = positions.filter((step) => isThere(step.company));
  if (isThere(company) || there.some(({ to }) => to === null)) return " whose profile says they work there";
  if (there.length > 0) return " whose profile says they worked there";
  return hasColleague ? ", for a company where others of us work" : ", for a company none of us works at yet";
}

function describeAge(ms: number): string {
  const days = Math.floor(ms / dayMs);
  if (days < 1) return "was made today";
  const [count, unit] =
    days < 60
      ? [days, "day"]
      : days < 730
        ? [Math.floor(days / 30.44), "month"]
        : [Math.floor(days / 365.25), "year"];
  return `is ${count} ${unit}${count === 1 ? "" : "s"} old`;
}
