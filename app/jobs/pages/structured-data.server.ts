import { env } from "#app/platform/env.server.ts";
import { addDays, startOfDay } from "#app/platform/time/time.server.ts";
import { toPlainText } from "#app/questions/markdown.server.ts";
import type { jobs } from "#db/index.ts";
import { logoUrl } from "../input.server.ts";

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

/** The last second of a day. */
const endOfDay = (day: string): number => startOfDay(addDays(day, 1)) - 1_000;

const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
const countryNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
/** TypeScript does not have this method yet. */
const listZones = (locale: Intl.Locale) =>
  (locale as Intl.Locale & { getTimeZones(): string[] | undefined }).getTimeZones() ?? [];

const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: env.TIME_ZONE }).resolvedOptions();
/** The community's country, which a posting requires: the country with its time zone. Undefined for UTC. */
const country = letters
  .flatMap((first) => letters.map((second) => first + second))
  // Most pairs of letters are no country, and looking up their time zones would be just as slow.
  .filter((region) => countryNames.of(region))
  .map((region) => new Intl.Locale(`und-${region}`))
  .find((locale) => listZones(locale).includes(timeZone))?.region;

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
    validThrough: job.deadline === null ? undefined : new Date(endOfDay(job.deadline)).toISOString(),
    directApply: job.applicationMethod === "here",
    employmentType: employmentTypes[job.opportunityType],
    hiringOrganization: {
      "@type": "Organization",
      name: job.companyName,
      sameAs: job.companyWebsite ?? undefined,
      logo: job.companyLogo ? `${origin}${logoUrl(job.companyLogo)}` : undefined,
    },
    ...(job.workplaceType === "remote"
      ? {
          jobLocationType: "TELECOMMUTE",
          applicantLocationRequirements: country && { "@type": "Country", name: countryNames.of(country) },
        }
      : {
          jobLocation: job.locations.map((addressLocality) => ({
            "@type": "Place",
            address: { "@type": "PostalAddress", addressLocality, addressCountry: country },
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
