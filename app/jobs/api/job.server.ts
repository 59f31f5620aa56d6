import { getTableColumns, type InferSelectModel, type Placeholder, sql } from "drizzle-orm";
import type { z } from "zod";
import { jobs, users } from "#db/index.ts";
import { isOpenJob } from "#db/scopes/jobs.ts";
import { logoUrl } from "../input.server.ts";
import { opportunityLabels, workplaceLabels } from "../labels.ts";
import type { jobResponseSchema } from "../response.server.ts";

export type JobRow = InferSelectModel<typeof jobs> & { isOpen: boolean; posterName: string };

/** The columns of a job's response, to select or to return from a write. `today` is `YYYY-MM-DD`. */
export const jobColumns = (today: string | Placeholder) => ({
  ...getTableColumns(jobs),
  isOpen: isOpenJob(today),
  posterName: sql<string>`(select ${users.name} from ${users} where ${users.id} = ${jobs.postedBy})`,
});

/** A job as the API returns it; the contact person for members only. */
export function serializeJob(job: JobRow, isForMember: boolean): z.infer<typeof jobResponseSchema> {
  const { salaryMin, salaryMax } = job;
  return {
    id: String(job.id),
    title: job.title,
    companyName: job.companyName,
    companyLogo: job.companyLogo && logoUrl(job.companyLogo),
    companyWebsite: job.companyWebsite,
    companyDescription: job.companyDescription,
    locations: job.locations,
    industry: job.industry,
    workplaceType: workplaceLabels[job.workplaceType],
    opportunityType: opportunityLabels[job.opportunityType],
    salary:
      salaryMin === null && salaryMax === null
        ? null
        : {
            currency: job.salaryCurrency ?? "INR",
            type: job.salaryType ?? "per year",
            minAmount: salaryMin,
            maxAmount: salaryMax,
          },
    description: job.description,
    requiredSkills: job.requiredSkills,
    minExperience: job.minExperience,
    maxExperience: job.maxExperience,
    education: job.education,
    deadline: job.deadline,
    applicationMethod: job.applicationMethod,
    applicationLink: job.applicationLink,
    applicationEmail: job.applicationEmail,
    postedAt: new Date(job.postedAt).toISOString(),
    isOpen: job.isOpen,
    postedBy: { id: String(job.postedBy), name: job.posterName },
    ...(isForMember && {
      contactName: job.contactName,
      contactEmail: job.contactEmail,
      contactPhone: job.contactPhone,
    }),
  };
}
