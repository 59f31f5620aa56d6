import { gt, type Placeholder, type SQL, sql } from "drizzle-orm";
import { today } from "#app/platform/time/time.server.ts";
import { batchTotals, connections, db, users } from "#db/index.ts";
import { filteredMemberIds, fitsFilter, type MemberFilter, topicNames } from "#db/scopes/members.ts";
import { isConnectionWith } from "#db/scopes/users.ts";
import { findMemberIds } from "#db/search.ts";

/** A member's position in a batch, in which members who offer help are first. */
export interface MemberPosition {
  id: number;
  name: string;
  offersHelp: boolean;
}

/** Newest first. Members without a batch, 0, are last. */
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
    order by offers_help desc, ${byName} limit ${limit})`;

export function nextMemberIds(year: number, after: MemberPosition, limit: number): SQL {
  const part = (offersHelp: SQL, place: SQL) => sql`select id from (select id from users
    where ${isActiveMember} and batch_year is nullif(${year}, 0) and offers_help = ${offersHelp} and ${place}
    order by ${byName} limit ${limit})`;
  if (!after.offersHelp) return part(sql`0`, isAfter(after));
  return sql`${part(sql`1`, isAfter(after))} union all ${part(sql`0`, sql`true`)} limit ${limit}`;
}

export interface Wanted extends MemberFilter {
  search: string | undefined;
  year?: number | undefined;
  /** Only batches before this year. */
  before?: number | undefined;
}

/** The newest members who match search, filter and batch. */
async function wantedIds({ search, year, before, ...filter }: Wanted): Promise<SQL> {
  const day = today();
  // The plus keeps SQLite from starting with an index on these columns.
  const condition = sql`+users.status = 'active' and ${
    year === undefined ? sql`true` : sql`+users.batch_year is nullif(${year}, 0)`
  } and ${before === undefined ? sql`true` : sql`+users.batch_year < ${before}`}`;
  return search
    ? findMemberIds(search, sql`${condition} and ${fitsFilter(filter, day)}`)
    : filteredMemberIds(filter, day, condition);
}

/** The number of members who match search and filter. */
export const countWanted = async (wanted: Wanted) =>
  await db.select({ total: sql<number>`count(*)` }).from(sql`(${await wantedIds(wanted)})`);

/** The first `limit` members of every batch with its total, or the next `limit` of one batch. */
export async function listFoundMembers(wanted: Wanted, after: MemberPosition | undefined, limit: number) {
  const page = after
    ? sql`(offers_help < ${Number(after.offersHelp)}
        or (offers_help = ${Number(after.offersHelp)} and ${isAfter(after)})) limit ${limit}`
    : sql`place <= ${limit}`;
  return await db
    .select({ id: sql<number>`id`, year: sql<number>`year`, total: sql<number>`total` })
    .from(
      sql`(select id, name, offers_help, coalesce(batch_year, 0) as year, count(*) over (partition by batch_year) as total,
        row_number() over (partition by batch_year order by offers_help desc, ${byName}) as place
        from users where id in (${await wantedIds(wanted)}) order by year desc, place)`,
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
      offersHelp: users.offersHelp,
      topics: topicNames,
      askedBy: connections.askedBy,
      acceptedAt: connections.acceptedAt,
    })
    .from(users)
    .leftJoin(connections, isConnectionWith(viewerId))
    .where(sql`${users.id} in (${ids})`)
    .orderBy(sql`${users.offersHelp} desc, ${users.name} collate nocase, ${users.id}`);

const maxSuggestions = 30;

/** The topics that members offer, among the 500 tags with the most questions. */
export const selectTopics = () =>
  db
    .select({ name: sql<string>`name` })
    .from(sql`(select id, name from tags order by question_count desc, name limit 500)`)
    .where(sql`exists (select 1 from user_topics where tag_id = id)`)
    .limit(maxSuggestions);

/** The names of companies or branches, in alphabetical order, starting at the typed text. */
export function selectNames(of: "company" | "branch", from = "") {
  const column = sql.raw(of);
  const next = (place: SQL) => sql`(select ${column} from users where ${column} is not null
    and ${column} collate nocase ${place} order by ${column} collate nocase limit 1)`;
  return db.select({ name: sql<string>`name` }).from(
    sql`(with recursive named(name) as (select * from ${next(sql`>= ${from}`)}
        union all select ${next(sql`> named.name`)} from named where named.name is not null limit ${maxSuggestions})
        select name from named where name is not null)`,
  );
}
