import type { InferSelectModel } from "drizzle-orm";
import { isAreaOn } from "#app/platform/http/area-switch.server.ts";
import { addDays, formatShortDay, timeAgo, today } from "#app/platform/time/time.server.ts";
import { renderDescription } from "#app/questions/markdown.server.ts";
import { jobs, type jobTracking } from "#db/index.ts";
import type { JobRelation } from "#db/scopes/applications.ts";
import { logoUrl } from "../input.server.ts";
import { opportunityLabels, workplaceLabels } from "../labels.ts";
import { formatSalary } from "../salary.server.ts";
import { mailHref } from "./mail-href.ts";

type JobRow = InferSelectModel<typeof jobs>;

/** Where to apply: our page, a web link or a mailto: link; null if there is neither. */
function getApplyHref(
  job: Pick<JobRow, "id" | "applicationMethod" | "applicationLink" | "applicationEmail" | "title">,
) {
  if (job.applicationMethod === "here") return `/jobs/${job.id}/apply`;
  if (job.applicationMethod === "website" && job.applicationLink) return job.applicationLink;
  if (job.applicationMethod === "email" && job.applicationEmail) {
    return mailHref(job.applicationEmail, `Application: ${job.title}`);
  }
  return null;
}

/** The columns for a job in a list. */
export const listedColumns = {
  id: jobs.id,
  title: jobs.title,
  companyName: jobs.companyName,
  companyLogo: jobs.companyLogo,
  locations: jobs.locations,
  workplaceType: jobs.workplaceType,
  opportunityType: jobs.opportunityType,
  salaryCurrency: jobs.salaryCurrency,
  salaryType: jobs.salaryType,
  salaryMin: jobs.salaryMin,
  salaryMax: jobs.salaryMax,
  postedAt: jobs.postedAt,
  deadline: jobs.deadline,
  applicationMethod: jobs.applicationMethod,
  applicationLink: jobs.applicationLink,
  applicationEmail: jobs.applicationEmail,
};
type ListedRow = Pick<JobRow, keyof typeof listedColumns> & {
  isOpen: boolean;
  relation?: JobRelation | null;
};

/**
 * "Apply by 31 Dec", "Ended 31 Dec"; null without a deadline, and for a job that was closed before it. A deadline within
 * half a year is shown without its year.
 */
function formatDeadline({ deadline, isOpen }: Pick<ListedRow, "deadline" | "isOpen">): string | null {
  if (deadline === null) return null;
  const day = today();
  if (deadline < day) return `Ended ${formatShortDay(deadline)}`;
  return isOpen
    ? `Apply by ${formatShortDay(deadline, deadline < addDays(day, 180) ? deadline : day)}`
    : null;
}

/** Formats a job for the pages, every value as text. */
export function presentJob(job: ListedRow) {
  return {
    id: String(job.id),
    title: job.title,
    company: job.companyName,
    logo: job.companyLogo && logoUrl(job.companyLogo.replace(".webp", "-small.webp")),
    facts: [
      job.locations.join(", "),
      workplaceLabels[job.workplaceType],
      opportunityLabels[job.opportunityType] ?? "Full Time",
      formatSalary(job),
    ],
    hasSalary: job.salaryMin !== null || job.salaryMax !== null,
    posted: job.postedAt > 0 ? timeAgo(job.postedAt) : null,
    deadline: formatDeadline(job),
    isOpen: job.isOpen,
    isInPerson: job.applicationMethod === "in-person",
    isHere: job.applicationMethod === "here",
    applyHref: getApplyHref(job),
    relation: job.relation ?? null,
  };
}
export type ListedJob = ReturnType<typeof presentJob>;

/** Adds the public details of the job's page. */
export const presentJobDetails = (
  job: Omit<JobRow, "postedBy" | "closedAt" | "editedAt" | "hiddenAt" | "version"> &
    Pick<ListedRow, "isOpen" | "relation">,
) => ({
  ...presentJob(job),
  industry: job.industry,
  descriptionHtml: renderDescription(job.description),
  skills: job.requiredSkills,
  experience: formatExperience(job),
  education: job.education,
  website: job.companyWebsite,
  about: job.companyDescription,
});
export type DetailedJob = ReturnType<typeof presentJobDetails>;

/** The contact person, for members only. */
export const presentContact = (job: Pick<JobRow, "contactName" | "contactEmail" | "contactPhone">) => ({
  name: job.contactName,
  email: job.contactEmail,
  phone: job.contactPhone,
});

export type JobContact = ReturnType<typeof presentContact>;

/**
 * A member's tracking of a job, for its form. Members who followed the link to apply are asked once whether they
 * applied.
 */
export const presentTracking = (row: typeof jobTracking.$inferSelect | null) => ({
  state: row?.state ?? null,
  note: row?.note ?? "",
  asksHowItWent:
    row !== null &&
    (row.state === "offer" || row.state === "closed") &&
    !row.saidHowItWent &&
    isAreaOn("experiences"),
  isAsked: row !== null && row.openedAt !== null && row.declinedAt === null && row.state === null,
});
export type JobTracking = ReturnType<typeof presentTracking>;

/** The required experience: "2 to 5 years", "From 2 years", "Up to 5 years"; null when there is none. */
function formatExperience({
  minExperience: min,
  maxExperience: max,
}: Pick<JobRow, "minExperience" | "maxExperience">): string | null {
  if (min === null && max === null) return null;
  if (min !== null && max !== null) return min === max ? formatYears(min) : `${min} to ${formatYears(max)}`;
  return min !== null ? `From ${formatYears(min)}` : `Up to ${formatYears(max ?? 0)}`;
}
const formatYears = (count: number) => `${count} ${count === 1 ? "year" : "years"}`;
