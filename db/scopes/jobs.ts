import { and, lt, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { jobs } from "../schema/jobs.ts";
import { type JobCondition, longJobTexts } from "../vocabulary.ts";
import { containsText, ftsPhrase, maxScannedRows } from "./search.ts";

/** @param today the day in `TIME_ZONE`, `YYYY-MM-DD` */
export const isOpenJob = (today: string | Placeholder): SQL<boolean> =>
  sql<boolean>`(${jobs.closedAt} is null and (${jobs.deadline} is null or ${jobs.deadline} >= ${today}))`.mapWith(
    Boolean,
  );

export const canEditJob = (viewer: { id: number; isAdmin: boolean } | null): SQL<boolean> =>
  sql<boolean>`(${jobs.postedBy} = ${viewer?.id ?? 0} or ${viewer?.isAdmin ? 1 : 0})`.mapWith(Boolean);

/** Newest first. Texts too short for the full-text table are looked for in the newest rows, and in short columns. */
export function matchingJobIds(
  wanted: readonly JobCondition[],
  today: string | Placeholder,
  limit: number | Placeholder,
  before?: number | Placeholder,
): SQL {
  const phrases: string[] = [];
  const shortTextConditions: (SQL | undefined)[] = [];
  const otherConditions: SQL[] = [];
  for (const condition of wanted) {
    if (condition.kind === "open") otherConditions.push(isOpenJob(today));
    else if (condition.kind === "choices") {
      otherConditions.push(sql`${jobs[condition.column]} in ${condition.values}`);
    } else {
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
    }
  }
  const conditions = and(
    ...otherConditions,
    before === undefined ? undefined : lt(jobs.id, before),
    ...shortTextConditions,
    shortTextConditions.length > 0 && phrases.length === 0
      ? sql`${jobs.id} > coalesce((select id from jobs order by id desc limit 1 offset ${maxScannedRows}), 0)`
      : undefined,
  );
  const where = conditions ?? sql`true`;
  if (phrases.length === 0)
    return sql`select ${jobs.id} from ${jobs} where ${where} order by ${jobs.id} desc limit ${limit}`;
  // "cross join" keeps SQLite from swapping the tables.
  return sql`select jobs_search.rowid from jobs_search cross join ${jobs} on ${jobs.id} = jobs_search.rowid
    where jobs_search match ${phrases.join(" AND ")} and ${where} order by jobs_search.rowid desc limit ${limit}`;
}
