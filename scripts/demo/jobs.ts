import { jobs } from "#db/index.ts";
import type { OpportunityType } from "#db/vocabulary.ts";
import { dayMs, hourMs } from "../../app/platform/time/durations.ts";
import type { Demo } from "./demo.ts";
import { companies, openings } from "./openings.ts";

const payPeriods: Record<OpportunityType, "per year" | "per month" | "per hour"> = {
  "full-time": "per year",
  "part-time": "per month",
  internship: "per month",
  contract: "per month",
  freelance: "per hour",
  "contract-or-freelance": "per hour",
  volunteer: "per month",
};
/** 45 jobs of every kind: open and closed, with and without a salary, with every way to apply. */
export async function seedJobs({ db, members, pick, now }: Demo): Promise<void> {
  const inDays = (days: number) => new Date(now + days * dayMs).toISOString().slice(0, 10);
  const alumni = members.filter((member) => member.company !== null);
  const rows = openings.map((opening, index) => {
    const [companyName, companyDescription, industry] = companies[opening.company];
    const domain = `${companyName.toLowerCase().replace(/[^a-z]+/g, "-")}.example`;
    const colleagues = alumni.filter((member) => member.company === companyName);
    const isPayShown = index % 9 !== 4;
    const poster = pick(colleagues.length > 0 ? colleagues : alumni);
    const isInPerson = opening.workplace === "on-site" && index % 4 === 1;
    const isHere = index === openings.length - 1;
    const elsewhere = isInPerson ? "in-person" : index % 2 ? "email" : "website";
    const applicationMethod = isHere ? "here" : elsewhere;
    const slug = opening.title.toLowerCase().replace(/[^a-z]+/g, "-");
    return {
      postedBy: poster.id,
      postedAt: now - (openings.length - index) * (dayMs / 2) + 9 * hourMs,
      closedAt: index % 11 === 5 ? now - dayMs : null,
      opportunityType: opening.type,
      workplaceType: opening.workplace,
      title: opening.title,
      locations: opening.cities,
      industry,
      salaryCurrency: "INR" as const,
      salaryType: payPeriods[opening.type],
      salaryMin: isPayShown ? (opening.pay?.[0] ?? null) : null,
      salaryMax: isPayShown ? (opening.pay?.[1] ?? null) : null,
      description: opening.text,
      requiredSkills: opening.skills,
      minExperience: opening.years?.[0] ?? null,
      maxExperience: opening.years?.[1] ?? null,
      education: opening.type === "volunteer" ? null : getEducation(opening),
      deadline: index % 3 === 0 ? inDays(10 + index) : index % 13 === 7 ? inDays(-2) : null,
      applicationMethod,
      applicationLink: applicationMethod === "website" ? `https://${domain}/jobs/${slug}` : null,
      applicationEmail: applicationMethod === "email" ? `jobs@${domain}` : null,
      companyName,
      companyWebsite: `https://${domain}`,
      companyDescription,
      contactName: colleagues.length > 0 ? poster.name : "Hiring team",
      contactEmail: `${colleagues.length > 0 ? poster.firstName.toLowerCase() : "people"}@${domain}`,
      contactPhone: index % 2 || isInPerson ? `+91 98200 ${String(10_000 + index * 137)}` : null,
    } as const;
  });
  // Several statements, because SQLite limits the values in one.
  for (let from = 0; from < rows.length; from += 11)
    await db.insert(jobs).values(rows.slice(from, from + 11));
}

function getEducation({ type, branch }: (typeof openings)[number]): string {
  if (type === "internship" || type === "part-time") return `${branch}, third year or later`;
  return branch === "Any branch" ? "B.Tech in any branch" : `B.Tech in ${branch}`;
}
