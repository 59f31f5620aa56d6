import { formatSalary } from "#app/jobs/salary.server.ts";
import { presentAlias, presentPerson } from "#app/people/person.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import type { ExperienceRow } from "./experiences.server.ts";
import { companyHref, experienceKindLabels } from "./texts.ts";

const monthFormat = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" });

const toSalary = (row: ExperienceRow) => ({
  salaryCurrency: row.stipendCurrency,
  salaryType: row.stipendType,
  salaryMin: row.stipendMin,
  salaryMax: row.stipendMax,
});

/** An experience as pages show it. */
export const presentExperience = (row: ExperienceRow) => ({
  id: String(row.id),
  company: row.companyName,
  companyHref: companyHref(row.companyName),
  role: row.role,
  facts: [
    experienceKindLabels[row.kind],
    row.year === null ? "Year not shown yet" : String(row.year),
    ...(row.offer === null ? [] : [row.offer ? "With an offer" : "Without an offer"]),
    ...(row.stipendMin === null && row.stipendMax === null ? [] : [formatSalary(toSalary(row))]),
  ],
  rounds: row.rounds,
  questions: row.questions,
  advice: row.advice,
  author: row.author ? presentPerson(row.author) : presentAlias(row.authorName, row.aliasLetter ?? ""),
  month: monthFormat.format(new Date(`${today(row.createdAt).slice(0, 7)}-01T00:00:00Z`)),
  own: row.own,
  thanks: { count: row.thanksCount, own: row.ownThanks },
});
export type PresentedExperience = ReturnType<typeof presentExperience>;
