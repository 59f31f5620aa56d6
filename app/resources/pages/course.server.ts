import { and, desc, eq, ne, sql } from "drizzle-orm";
import { askTopicHref } from "#app/people/asking.ts";
import { listAskWays, personColumns, presentPerson } from "#app/people/person.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import { db, users } from "#db/index.ts";
import { canBeginAnonymously } from "#db/scopes/conversations.ts";
import { filteredMemberIds } from "#db/scopes/members.ts";

const maxHelpers = 6;

/** A course's code as the name of a topic. */
const topicOf = (code: string) => code.toLowerCase().replaceAll(" ", "-");

/** Members who like to be asked about a course. Those on "not now" are left out. */
export async function listHelpers(code: string, readerId: number) {
  const topic = topicOf(code);
  const condition = sql`${and(eq(users.status, "active"), eq(users.offersHelp, true), ne(users.id, readerId))}`;
  const rows = await db
    .select({
      ...personColumns,
      askBy: users.askBy,
      allowAnonymous: sql`${users.allowAnonymous} and ${canBeginAnonymously(readerId)}`.mapWith(Boolean),
    })
    .from(users)
    .where(
      sql`${users.id} in (select id from (${filteredMemberIds({ topic }, today(), condition)}) limit ${maxHelpers})`,
    )
    .orderBy(desc(users.id));
  return rows.map(({ askBy, allowAnonymous, ...row }) => ({
    id: String(row.id),
    person: presentPerson(row),
    askHref: askTopicHref(listAskWays({ askBy, allowAnonymous }), row.id, topic),
  }));
}
