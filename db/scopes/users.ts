import { and, eq, type SQL, sql } from "drizzle-orm";
import { connections, users } from "../schema/users.ts";
import { ftsPhrase, maxScannedRows } from "./search.ts";

/** Who is looking. */
interface ViewerIdentity {
  id: number;
  isAdmin: boolean;
}

/** The row that ties a member to the one who looks, if there is one: to be joined on the left. */
export const isConnectionWith = (viewerId: number) =>
  and(
    eq(connections.lowId, sql`min(${users.id}, ${viewerId})`),
    eq(connections.highId, sql`max(${users.id}, ${viewerId})`),
  );

type ShareableField = "phone" | "roll" | "cgpa" | "birthday" | "gender" | "location";

/**
 * The columns of a member as another may see them: a detail that its owner does not share with them is null. The
 * owner and administrators see all. `connections` must be joined by `tiedTo`.
 */
export function visibleColumns({ id, isAdmin }: ViewerIdentity) {
  const shared = <Name extends ShareableField>(name: Name) => {
    const audience = users[`${name}To`];
    const all = isAdmin ? sql`true` : sql`${users.id} = ${id}`;
    return sql<(typeof users.$inferSelect)[Name]>`case when ${all} or ${audience} = 'members'
      or (${audience} = 'connections' and ${connections.acceptedAt} is not null) then ${users[name]} end`;
  };
  return {
    id: users.id,
    name: users.name,
    email: users.email,
    avatarFile: users.avatarFile,
    batchYear: users.batchYear,
    branch: users.branch,
    skills: users.skills,
    isAdmin: users.isAdmin,
    company: users.company,
    position: users.position,
    phone: shared("phone"),
    roll: shared("roll"),
    cgpa: shared("cgpa"),
    birthday: shared("birthday"),
    gender: shared("gender"),
    location: shared("location"),
    askedBy: connections.askedBy,
    acceptedAt: connections.acceptedAt,
  };
}

/** Members whom others find. */
export const isActive = sql`${users.status} = 'active'`;

/** The same of rows that something else leads to: the plus keeps SQLite from going through all members for it. */
export const isActiveUnindexed = sql`+${users.status} = 'active'`;

const startsWithText = (text: string) =>
  sql`${users.name} collate nocase >= ${text} and ${users.name} collate nocase < ${`${text}\u{10ffff}`}`;

/**
 * The ids of members whose name or email holds a text, in any case, as a subquery: all whose names begin with it (to
 * the limit), and of the others those among the first `scanned`.
 */
export function matchingUserIds(text: string, limit: number): SQL {
  const quoted = ftsPhrase(text);
  const like = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  const within = quoted
    ? sql`select rowid from users_search where users_search match ${`{name email} : ${quoted}`} limit ${maxScannedRows}`
    : sql`select id from (select id, name, email from users where status = 'active'
        order by name collate nocase, id limit ${maxScannedRows})
        where name like ${like} escape '\\' or email like ${like} escape '\\'`;
  return sql`select * from (select ${users.id} from ${users} where ${isActive} and ${startsWithText(text)}
      order by ${users.name} collate nocase, ${users.id} limit ${limit})
    union select * from (${within})`;
}

/** The order of a search for people: names that begin with the text, names that hold it, the others; each by name. */
export function orderByNameMatch(text: string): SQL {
  return sql`case when ${startsWithText(text)} then 0
    when instr(lower(${users.name}), lower(${text})) > 0 then 1 else 2 end,
    ${users.name} collate nocase, ${users.id}`;
}
