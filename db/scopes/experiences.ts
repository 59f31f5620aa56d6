import { type SQL, sql } from "drizzle-orm";
import { isOwnPost, type QuestionReader } from "./questions.ts";

/** An anonymous experience shows its year once its company has this many anonymous ones. */
const minAnonymous = 3;

/** Whether everybody sees the year. Nothing else may depend on a year that is not shown. */
const isYearShown: SQL = sql`(experiences.alias is null or (select count(*) from (select 1
  from experiences as other where other.company_name = experiences.company_name collate nocase
    and other.alias is not null limit ${sql.raw(String(minAnonymous))})) = ${sql.raw(String(minAnonymous))})`;

export const shownYear = (reader: QuestionReader): SQL<number | null> =>
  sql<number | null>`iif(${isYearShown} or ${isOwnPost("experiences", reader)}, experiences.year, null)`;

/** Members' names are not companies, unless a job says otherwise. @param name a company's name */
export const isCompanyName = (name: string): SQL => sql`(not exists (select 1 from users as member
    where member.status in ('pending', 'active', 'suspended') and member.name = ${name} collate nocase)
  or exists (select 1 from jobs as known where known.company_name = ${name} collate nocase))`;

export interface ExperienceFilter {
  company?: string | undefined;
  role?: string | undefined;
  year?: number | undefined;
}

export const experienceConditions = ({ company, year }: ExperienceFilter): SQL => {
  const ofCompany =
    company === undefined ? sql`true` : sql`experiences.company_name = ${company} collate nocase`;
  const ofYear = year === undefined ? sql`true` : sql`(experiences.year = ${year} and ${isYearShown})`;
  return sql`(${ofCompany} and ${ofYear})`;
};
