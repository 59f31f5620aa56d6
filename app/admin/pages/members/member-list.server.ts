import { and, desc, eq, lt, ne, type SQL, sql } from "drizzle-orm";
import { db, users } from "#db/index.ts";
import { idList } from "#db/scopes/search.ts";
import { findUsers } from "#db/search.ts";
import { pageSize } from "../navigation.ts";
import { actedOnColumns } from "./change-member.server.ts";

/** The member lists, by the `list` parameter. Each is read from an index, newest first. */
const lists = {
  all: ne(users.status, "deleted"),
  // Worded exactly as the conditions of the partial indexes.
  pending: and(sql`status <> 'active'`, eq(users.status, "pending")),
  suspended: and(sql`status <> 'active'`, eq(users.status, "suspended")),
  admins: and(sql`is_admin = 1`, ne(users.status, "deleted")),
  moderators: and(sql`is_moderator = 1`, ne(users.status, "deleted")),
  paused: and(sql`mail_paused_at is not null`, ne(users.status, "deleted")),
} as const;

/** The same conditions for a search. The plus stops SQLite from using the list's index. */
const found = {
  all: sql`+${users.status} <> 'deleted'`,
  pending: sql`+${users.status} = 'pending'`,
  suspended: sql`+${users.status} = 'suspended'`,
  admins: sql`+${users.isAdmin} = 1 and +${users.status} <> 'deleted'`,
  moderators: sql`+${users.isModerator} = 1 and +${users.status} <> 'deleted'`,
  paused: sql`+${users.mailPausedAt} is not null and +${users.status} <> 'deleted'`,
} as const;
export type MemberList = keyof typeof lists;

export const readMemberList = (text: string | null): MemberList =>
  text !== null && Object.hasOwn(lists, text) ? (text as MemberList) : "all";

/** One page of members, newest first, plus one row to detect a next page. Searches names and emails. */
export async function listMembers(
  list: MemberList,
  { search, batch }: { search: string; batch: number | null },
  before: number,
) {
  const where = and(
    search === "" && batch === null ? lists[list] : found[list],
    batch === null ? undefined : isOfBatch(batch),
  );
  const matching =
    search === "" ? undefined : await findUsers(search, { where, before, limit: pageSize + 1 });
  const rows = await db
    .select({
      ...actedOnColumns,
      batchYear: users.batchYear,
      isPaused: sql`${users.mailPausedAt} is not null`.mapWith(Boolean),
    })
    .from(users)
    .where(and(where, matching && sql`${users.id} in (${idList(matching.ids)})`, lt(users.id, before)))
    .orderBy(desc(users.id))
    .limit(pageSize + 1);
  return { rows, stoppedAt: matching?.stoppedAt };
}

const statuses = sql`('active', 'pending', 'suspended')`;

const isOfBatch = (year: number): SQL =>
  sql`${users.id} in (select id from users where status in ${statuses} and batch_year = ${year})`;
