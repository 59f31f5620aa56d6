import { gt, type Placeholder, type SQL, sql } from "drizzle-orm";
import { batchTotals, connections, db, users } from "#db/index.ts";
import { containsText, ftsPhrase, maxScannedRows } from "#db/scopes/search.ts";
import { isConnectionWith } from "#db/scopes/users.ts";

/** A search counts the newest ones up to this number. */
export const maxFoundMembers = 10_000;

export interface MemberPosition {
  id: number;
  name: string;
}

/** Newest first; those without a batch, 0, are last. */
export const selectBatchTotals = () =>
  db
    .select({ year: batchTotals.batchYear, total: batchTotals.total })
    .from(batchTotals)
    .where(gt(batchTotals.total, 0))
    .orderBy(sql`batch_year desc`);

const isActiveMember = sql`status = 'active'`;
const byName = sql`name collate nocase, id`;
const isAfter = ({ name, id }: MemberPosition) => sql`(name collate nocase, id) > (${name}, ${id})`;

/** @param years the batches as a JSON array */
export const firstMemberIds = (years: string | Placeholder, limit: number | Placeholder): SQL =>
  sql`select first.id from json_each(${years}) year cross join users first on first.id in (
    select id from users where ${isActiveMember} and batch_year is nullif(year.value, 0)
    order by ${byName} limit ${limit})`;

export const nextMemberIds = (year: number, after: MemberPosition, limit: number): SQL =>
  sql`select id from users where ${isActiveMember} and batch_year is nullif(${year}, 0) and ${isAfter(after)}
    order by ${byName} limit ${limit}`;

function matchingMemberIds(text: string, year: number | undefined, before: number | undefined): SQL {
  // The plus keeps SQLite from starting with an index on these columns.
  const conditions = sql`+users.status = 'active' and ${
    year === undefined ? sql`true` : sql`+users.batch_year is nullif(${year}, 0)`
  } and ${before === undefined ? sql`true` : sql`+users.batch_year < ${before}`}`;
  const end = sql`limit ${maxFoundMembers + 1}`;
  const phrase = ftsPhrase(text);
  if (!phrase) {
    const contains = [users.name, users.company, users.branch].map((column) => containsText(column, text));
    return sql`select users.id from users where ${conditions} and (${sql.join(contains, sql` or `)})
      and users.id > coalesce((select id from users order by id desc limit 1 offset ${maxScannedRows}), 0)
      order by users.id desc ${end}`;
  }
  // "cross join" keeps SQLite from swapping the two tables.
  return sql`select users_search.rowid from users_search cross join users on users.id = users_search.rowid
    where users_search match ${phrase} and ${conditions} order by users_search.rowid desc ${end}`;
}

/** The first `limit` of every batch with how many it has, or the next `limit` of one. */
export function selectFoundMembers(
  {
    search,
    year,
    before,
    after,
  }: {
    search: string;
    year: number | undefined;
    /** Only earlier batches. */
    before: number | undefined;
    after: MemberPosition | undefined;
  },
  limit: number,
) {
  const page = after ? sql`${isAfter(after)} limit ${limit}` : sql`place <= ${limit}`;
  return db
    .select({ id: sql<number>`id`, year: sql<number>`year`, total: sql<number>`total` })
    .from(
      sql`(select id, name, coalesce(batch_year, 0) as year, count(*) over (partition by batch_year) as total,
        row_number() over (partition by batch_year order by ${byName}) as place
        from users where id in (${matchingMemberIds(search, year, before)}) order by year desc, place)`,
    )
    .where(page);
}

export const selectMemberCards = (viewerId: number | Placeholder, ids: SQL) =>
  db
    .select({
      id: users.id,
      name: users.name,
      avatarFile: users.avatarFile,
      batchYear: users.batchYear,
      skills: users.skills,
      branch: users.branch,
      company: users.company,
      position: users.position,
      askedBy: connections.askedBy,
      acceptedAt: connections.acceptedAt,
    })
    .from(users)
    .leftJoin(connections, isConnectionWith(viewerId))
    .where(sql`${users.id} in (${ids})`)
    .orderBy(sql`${users.name} collate nocase, ${users.id}`);
