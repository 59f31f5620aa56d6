import { and, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { jobs } from "../schema/jobs.ts";
import { users } from "../schema/users.ts";
import { type JobCondition, longJobTexts } from "../vocabulary.ts";
import type { Position } from "./pages.ts";
import { containsText, ftsPhrase, maxScannedRows } from "./search.ts";

const dayMs = 24 * 60 * 60 * 1_000;

/** @param today the day in `TIME_ZONE`, `YYYY-MM-DD` */
export const isOpenJob = (today: string | Placeholder): SQL<boolean> =>
  sql<boolean>`(${jobs.closedAt} is null and (${jobs.deadline} is null or ${jobs.deadline} >= ${today}))`.mapWith(
    Boolean,
  );

export const canEditJob = (
  viewer: { id: number | Placeholder; isAdmin: boolean | Placeholder } | null,
): SQL<boolean> =>
  sql<boolean>`(${jobs.postedBy} = ${viewer?.id ?? 0} or ${sql.param(viewer?.isAdmin ?? false, users.isAdmin)})`.mapWith(
    Boolean,
  );

const newestScanned = sql`(select id from jobs order by id desc limit 1 offset ${maxScannedRows})`;
const isAmongNewest = (id: SQL | typeof jobs.id) => sql`${id} > coalesce(${newestScanned}, 0)`;
const isScanned = isAmongNewest(jobs.id);
/** A job's maximum, or its minimum where it has none. */
const salary = sql`coalesce(${jobs.salaryMax}, ${jobs.salaryMin})`;
const currency = sql`coalesce(${jobs.salaryCurrency}, 'INR')`;
const salaryType = sql`coalesce(${jobs.salaryType}, 'per year')`;

/** The currency or the period that most salaries of the newest jobs have, with the other one. */
const usual = (what: SQL) =>
  sql<string>`coalesce((select ${what} from jobs where ${isScanned} and ${salary} is not null
    group by ${currency}, ${salaryType} order by count(*) desc, ${currency}, ${salaryType} limit 1), '')`;
export const usualCurrency = usual(currency);
export const usualSalaryType = usual(salaryType);

function numberCondition(condition: JobCondition, now: number): SQL {
  switch (condition.kind) {
    case "salary":
      return sql`${salary} >= ${condition.atLeast} and ${currency} = ${condition.currency ?? usualCurrency}
        and ${salaryType} = ${condition.salaryType ?? usualSalaryType}`;
    case "no-salary":
      return sql`${salary} is null`;
    case "experience":
      return sql`coalesce(${jobs.minExperience}, 0) <= ${condition.atMost}`;
    case "age":
      return sql`${jobs.postedAt} > ${now - condition.days * dayMs}`;
    default:
      return sql`true`;
  }
}

/**
 * Newest first. Texts too short for the full-text table are looked for in the newest rows, and in short columns. Numbers
 * are looked for in the newest rows too.
 */
export function matchingJobIds(
  wanted: readonly JobCondition[],
  today: string | Placeholder,
  limit: number | Placeholder,
  before?: number | Placeholder,
): SQL {
  const phrases: string[] = [];
  const shortTextConditions: (SQL | undefined)[] = [];
  const numberConditions: SQL[] = [];
  const otherConditions: SQL[] = [];
  const now = Date.now();
  for (const condition of wanted) {
    if (condition.kind === "open") otherConditions.push(isOpenJob(today));
    else if (condition.kind === "choices") {
      otherConditions.push(sql`${jobs[condition.column]} in ${condition.values}`);
    } else if (condition.kind === "text") {
      const phrase = ftsPhrase(condition.text);
      if (phrase) phrases.push(`{${condition.columns.map(toSnakeCase).join(" ")}} : ${phrase}`);
      else
        shortTextConditions.push(
          or(
            ...condition.columns
              .filter((name) => !longJobTexts.includes(name))
              .map((name) => containsText(jobs[name], condition.text)),
          ),
        );
    } else numberConditions.push(numberCondition(condition, now));
  }
  // A bound on the id of the table that is walked ends the walk.
  const id = phrases.length > 0 ? sql`jobs_search.rowid` : jobs.id;
  const conditions = and(
    ...otherConditions,
    before === undefined ? undefined : sql`${id} < ${before}`,
    ...shortTextConditions,
    ...numberConditions,
    (shortTextConditions.length > 0 && phrases.length === 0) || numberConditions.length > 0
      ? isAmongNewest(id)
      : undefined,
  );
  const where = conditions ?? sql`true`;
  if (phrases.length === 0)
    return sql`select ${jobs.id} from ${jobs} where ${where} order by ${jobs.id} desc limit ${limit}`;
  // "cross join" keeps SQLite from swapping the tables.
  return sql`select jobs_search.rowid from jobs_search cross join ${jobs} on ${jobs.id} = jobs_search.rowid
    where jobs_search match ${phrases.join(" AND ")} and ${where} order by jobs_search.rowid desc limit ${limit}`;
}

const noDeadline = 99_999_999;
/** Where a job stands by its deadline: the soonest first, then those without one, then those that ended, the last first. */
export const deadlineOrder = (today: string): SQL<number> =>
  sql<number>`case when ${jobs.deadline} is null then ${noDeadline}
    when ${jobs.deadline} >= ${today} then cast(replace(${jobs.deadline}, '-', '') as integer)
    else ${2 * noDeadline} - cast(replace(${jobs.deadline}, '-', '') as integer) end`.mapWith(Number);

/** The soonest deadline first, of the newest jobs. */
export function soonestJobIds(
  wanted: readonly JobCondition[],
  today: string,
  limit: number,
  after: Position | undefined,
): SQL {
  const newest = matchingJobIds([...wanted, { kind: "newest" }], today, maxScannedRows);
  const order = deadlineOrder(today);
  const isAfter = after && sql`(${order}, -${jobs.id}) > (${after.moment}, ${-after.id})`;
  const where = and(sql`${jobs.id} in (${newest})`, isAfter);
  return sql`select ${jobs.id} from ${jobs} where ${where} order by ${order}, ${jobs.id} desc limit ${limit}`;
}
