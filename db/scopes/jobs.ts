import { and, type Placeholder, type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { jobs } from "../schema/jobs.ts";
import type { JobCondition } from "../vocabulary.ts";
import type { ListPosition } from "./pages.ts";
import { maxScannedRows, type SearchedText } from "./search.ts";
import { isActingAdmin, isActingModerator, isStillAdmin } from "./users.ts";

const dayMs = 24 * 60 * 60 * 1_000;

/** On `jobs`: lists, searches, feeds and notices leave out a job that reports have hidden. */
export const isListedJob = sql`(${jobs.hiddenAt} is null)`;

/**
 * Whether a reader sees a job. One that reports have hidden is visible to its poster, administrators and moderators.
 * @param readerId 0 for a guest
 * @param table the query's name for `jobs`
 */
export function isVisibleJob(readerId: number | Placeholder | SQL, table = "jobs"): SQL {
  const job = sql.raw(table);
  return sql`(${job}.hidden_at is null or ${job}.posted_by = ${readerId}
    or ${isActingAdmin(readerId)} or ${isActingModerator(readerId)})`;
}

/** @param today the day in `TIME_ZONE`, `YYYY-MM-DD` */
export const isOpenJob = (today: string | Placeholder): SQL<boolean> =>
  sql<boolean>`(${jobs.closedAt} is null and (${jobs.deadline} is null or ${jobs.deadline} >= ${today}))`.mapWith(
    Boolean,
  );

export const canEditJob = (
  viewer: { id: number | Placeholder; isAdmin: boolean | Placeholder } | null,
): SQL<boolean> =>
  sql<boolean>`(${jobs.postedBy} = ${viewer?.id ?? 0} or ${isStillAdmin(viewer)})`.mapWith(Boolean);

const newestScanned = sql`(select id from jobs order by id desc limit 1 offset ${maxScannedRows})`;
const isScanned = sql`${jobs.id} > coalesce(${newestScanned}, 0)`;
/** A job's maximum salary, or its minimum if there is none. */
const salary = sql`coalesce(${jobs.salaryMax}, ${jobs.salaryMin})`;
const currency = sql`coalesce(${jobs.salaryCurrency}, 'INR')`;
const salaryType = sql`coalesce(${jobs.salaryType}, 'per year')`;

/** The currency or period of the most frequent pair of both among the newest jobs with a salary. */
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

/** The condition of a list or search, and the texts for `findIds`. Conditions on numbers search only the newest jobs. */
export function jobConditions(
  wanted: readonly JobCondition[],
  today: string | Placeholder,
): { where: SQL | undefined; texts: SearchedText[] } {
  const texts: SearchedText[] = [];
  const conditions: SQL[] = [isListedJob];
  const numberConditions: SQL[] = [];
  const now = Date.now();
  for (const condition of wanted) {
    if (condition.kind === "open") conditions.push(isOpenJob(today));
    else if (condition.kind === "choices") {
      conditions.push(sql`${jobs[condition.column]} in ${condition.values}`);
    } else if (condition.kind === "text") {
      texts.push({ text: condition.text, columns: condition.columns.map(toSnakeCase) });
    } else numberConditions.push(numberCondition(condition, now));
  }
  const where = and(...conditions, ...numberConditions, numberConditions.length > 0 ? isScanned : undefined);
  return { where, texts };
}

/** Newest first. */
export const newestJobIds = (
  where: SQL | undefined,
  limit: number | Placeholder,
  before?: number | Placeholder,
): SQL =>
  sql`select ${jobs.id} from ${jobs}
    where ${and(where, before === undefined ? undefined : sql`${jobs.id} < ${before}`) ?? sql`true`}
    order by ${jobs.id} desc limit ${limit}`;

const noDeadline = 99_999_999;
/** Sorts by deadline: the soonest first, then jobs without one, then past ones, the latest first. */
export const deadlineOrder = (today: string): SQL<number> =>
  sql<number>`case when ${jobs.deadline} is null then ${noDeadline}
    when ${jobs.deadline} >= ${today} then cast(replace(${jobs.deadline}, '-', '') as integer)
    else ${2 * noDeadline} - cast(replace(${jobs.deadline}, '-', '') as integer) end`.mapWith(Number);

/** Orders these jobs by deadline, the soonest first. */
export function soonestJobIds(
  among: SQL,
  today: string,
  limit: number,
  after: ListPosition | undefined,
): SQL {
  const order = deadlineOrder(today);
  const isAfter = after && sql`(${order}, -${jobs.id}) > (${after.moment}, ${-after.id})`;
  const where = and(sql`${jobs.id} in (${among})`, isAfter);
  return sql`select ${jobs.id} from ${jobs} where ${where} order by ${order}, ${jobs.id} desc limit ${limit}`;
}
