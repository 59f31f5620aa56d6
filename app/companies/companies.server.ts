import { type SQL, sql } from "drizzle-orm";
import { isAreaOn } from "#app/platform/http/area-switch.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import { db } from "#db/index.ts";
import { isListedJob, isOpenJob } from "#db/scopes/jobs.ts";
import { cutPage } from "#db/scopes/pages.ts";
import { companyCursor } from "./input.server.ts";

/** Counting a company's jobs, members and experiences stops here. */
const maxCounted = 100;

/**
 * The first company after a name, by index: each step is a search for the next key, however many rows name a company. "+"
 * keeps SQLite from walking over all active members.
 */
const nextCompany = (name: SQL, isMember: boolean): SQL => {
  const first = (table: string, column: string, condition = sql`true`) =>
    sql`select name from (select ${sql.raw(column)} as name from ${sql.raw(table)}
      where ${sql.raw(column)} > ${name} collate nocase and ${condition} order by ${sql.raw(column)} collate nocase limit 1)`;
  const found = [
    ...(isAreaOn("jobs") ? [first("jobs", "company_name", isListedJob)] : []),
    ...(isMember
      ? [first("users", "company", sql`+status = 'active'`), first("experiences", "company_name")]
      : []),
  ];
  if (found.length === 0) return sql`null`;
  return sql`(select min(name collate nocase) from (${sql.join(found, sql` union all `)}))`;
};

/**
 * Companies with jobs and, for members, with people or experiences, by name. `next` is the cursor of the next page.
 */
export async function listCompanies(
  isMember: boolean,
  { limit, cursor }: { limit: number; cursor: string | undefined },
) {
  const [, encoded = ""] = companyCursor.exec(cursor ?? "") ?? [];
  const after = Buffer.from(encoded, "base64url").toString();
  const count = (from: SQL) => sql<number>`(select count(*) from (${from} limit ${maxCounted}))`;
  const isNamed = (column: string) => sql`${sql.raw(column)} = listed.name collate nocase`;
  const rows = await db
    .select({
      position: sql<number>`listed.position`,
      name: sql<string>`listed.name`,
      jobs: isAreaOn("jobs")
        ? sql<number>`(select cast(total(is_open) as integer) from (select ${isOpenJob(today())} as is_open from jobs
            where ${isNamed("company_name")} and ${isListedJob} order by id desc limit ${maxCounted}))`
        : sql<number>`0`,
      people: isMember
        ? count(sql`select 1 from users where ${isNamed("company")} and +status = 'active'`)
        : sql<number>`0`,
      experiences: isMember
        ? count(sql`select 1 from experiences where ${isNamed("company_name")}`)
        : sql<number>`0`,
    })
    .from(
      sql`(with recursive listed(name, position) as (
        select ${nextCompany(sql`${after}`, isMember)}, 1
        union all select ${nextCompany(sql`listed.name`, isMember)}, position + 1 from listed
          where listed.name is not null and position <= ${limit})
        select name, position from listed where name is not null) as listed`,
    );
  const { page, last } = cutPage(
    rows.toSorted((a, b) => a.position - b.position).map(({ position, ...company }) => company),
    limit,
  );
  return { page, next: last && `name.${Buffer.from(last.name).toString("base64url")}` };
}
