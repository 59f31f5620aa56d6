import type { jobs } from "#db/index.ts";
import { opportunityLabels, workplaceLabels } from "../../schemas/job.ts";
import { formatDay, timeAgo } from "../../time.server.ts";

type JobRow = typeof jobs.$inferSelect;

function formatMoney(amount: number, currency: string): string {
  const style = { style: "currency", currency, minimumFractionDigits: 0, maximumFractionDigits: 2 } as const;
  return new Intl.NumberFormat(currency === "INR" ? "en-IN" : "en", style).format(amount);
}

/** A salary in words: "Not disclosed" when there is none, "Up to …" when only its maximum is known. */
export function formatSalary(
  job: Pick<JobRow, "salaryCurrency" | "salaryType" | "salaryMin" | "salaryMax">,
): string {
  const { salaryMin: min, salaryMax: max } = job;
  if (min === null && max === null) return "Not disclosed";
  const currency = job.salaryCurrency ?? "INR";
  const amount =
    min === null || max === null
      ? `${max === null ? "From" : "Up to"} ${formatMoney(max ?? min ?? 0, currency)}`
      : min === max
        ? formatMoney(min, currency)
        : `${formatMoney(min, currency)} to ${formatMoney(max, currency)}`;
  return `${amount} ${job.salaryType ?? "per year"}`;
}

/** How to apply: a link or an address to write to; null when there is neither. */
export function applyHref(
  job: Pick<JobRow, "applicationMethod" | "applicationLink" | "applicationEmail" | "title">,
) {
  if (job.applicationMethod === "website" && job.applicationLink) return job.applicationLink;
  if (job.applicationMethod === "email" && job.applicationEmail) {
    return `mailto:${encodeURI(job.applicationEmail)}?subject=${encodeURIComponent(`Application: ${job.title}`)}`;
  }
  return null;
}

/** Whether people may still apply: not closed, and not past its deadline's day. */
export const isJobOpen = (job: Pick<JobRow, "closedAt" | "deadline">, today: string): boolean =>
  job.closedAt === null && (job.deadline === null || job.deadline >= today);

type ListedJob = Pick<
  JobRow,
  | "id"
  | "title"
  | "companyName"
  | "companyLogo"
  | "locations"
  | "workplaceType"
  | "opportunityType"
  | "salaryCurrency"
  | "salaryType"
  | "salaryMin"
  | "salaryMax"
  | "postedAt"
  | "closedAt"
  | "deadline"
  | "applicationMethod"
  | "applicationLink"
  | "applicationEmail"
>;

/** A job as a list shows it, every value in words. */
export function presentJob(job: ListedJob, today: string) {
  return {
    id: String(job.id),
    title: job.title,
    company: job.companyName,
    logo: job.companyLogo,
    facts: [
      job.locations.join(", "),
      workplaceLabels[job.workplaceType],
      opportunityLabels[job.opportunityType] ?? "Full Time",
      formatSalary(job),
    ],
    posted: job.postedAt > 0 ? timeAgo(job.postedAt) : "Recently",
    deadline: job.deadline && formatDay(job.deadline),
    open: isJobOpen(job, today),
    applyHref: applyHref(job),
  };
}
export type PresentedJob = ReturnType<typeof presentJob>;

/** The experience asked for: "2 to 5 years", "From 2 years", "Up to 5 years"; null when none is named. */
export function formatExperience({ minExperience: min, maxExperience: max }: JobRow): string | null {
  if (min === null && max === null) return null;
  if (min !== null && max !== null) return min === max ? years(min) : `${min} to ${years(max)}`;
  return min !== null ? `From ${years(min)}` : `Up to ${years(max ?? 0)}`;
}
const years = (count: number) => `${count} ${count === 1 ? "year" : "years"}`;
