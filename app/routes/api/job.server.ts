import type { z } from "zod";
import { type jobs, users } from "#db/index.ts";
import { type jobResponseSchema, opportunityLabels, workplaceLabels } from "../../schemas/job.ts";

type JobRow = typeof jobs.$inferSelect;

/** What a job's answer needs of the member who posted it. */
export const posterColumns = { id: users.id, name: users.name };

/** A job as the API answers it; the contact person for members only. */
export function serializeJob(
  job: JobRow,
  poster: { id: number; name: string },
  today: string,
  forMember: boolean,
): z.infer<typeof jobResponseSchema> {
  const { salaryMin, salaryMax } = job;
  return {
    id: String(job.id),
    title: job.title,
    companyName: job.companyName,
    companyLogo: job.companyLogo,
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
    isOpen: job.closedAt === null && (job.deadline === null || job.deadline >= today),
    postedBy: { id: String(poster.id), name: poster.name },
    ...(forMember && {
      contactName: job.contactName,
      contactEmail: job.contactEmail,
      contactPhone: job.contactPhone,
    }),
  };
}
