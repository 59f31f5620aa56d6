import type { jobs } from "#db/index.ts";
import { toPlainText } from "../../questions/markdown.server.ts";
import { logoUrl } from "../../schemas/job.ts";

/** schema.org's `employmentType` of each opportunity type. */
const employmentTypes = {
  "full-time": "FULL_TIME",
  "part-time": "PART_TIME",
  internship: "INTERN",
  contract: "CONTRACTOR",
  freelance: "CONTRACTOR",
  "contract-or-freelance": "CONTRACTOR",
  volunteer: "VOLUNTEER",
} as const;
const salaryUnits = { "per year": "YEAR", "per month": "MONTH", "per hour": "HOUR" } as const;

/** A job as schema.org's JobPosting for search engines: JSON that is safe inside a script element. */
export function serializeJobPosting(job: typeof jobs.$inferSelect, origin: string): string {
  const { salaryMin: minValue, salaryMax: maxValue } = job;
  const posting = {
    "@context": "https://schema.org",
    "@type": "JobPosting",
    title: job.title,
    description: toPlainText(job.description),
    identifier: { "@type": "PropertyValue", name: job.companyName, value: String(job.id) },
    url: `${origin}/jobs/${job.id}`,
    datePosted: new Date(job.postedAt).toISOString(),
    validThrough: job.deadline ?? undefined,
    directApply: job.applicationMethod === "here",
    employmentType: employmentTypes[job.opportunityType],
    hiringOrganization: {
      "@type": "Organization",
      name: job.companyName,
      sameAs: job.companyWebsite ?? undefined,
      logo: job.companyLogo ? `${origin}${logoUrl(job.companyLogo)}` : undefined,
    },
    ...(job.workplaceType === "remote"
      ? { jobLocationType: "TELECOMMUTE" }
      : {
          jobLocation: job.locations.map((addressLocality) => ({
            "@type": "Place",
            address: { "@type": "PostalAddress", addressLocality },
          })),
        }),
    baseSalary:
      minValue === null && maxValue === null
        ? undefined
        : {
            "@type": "MonetaryAmount",
            currency: job.salaryCurrency ?? "INR",
            value: {
              "@type": "QuantitativeValue",
              minValue: minValue ?? undefined,
              maxValue: maxValue ?? undefined,
              unitText: salaryUnits[job.salaryType ?? "per year"],
            },
          },
    skills: job.requiredSkills.length > 0 ? job.requiredSkills.join(", ") : undefined,
  };
  return JSON.stringify(posting).replaceAll("<", "\\u003c");
}
