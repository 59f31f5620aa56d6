import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { connections, db, users } from "#db/index.ts";
import { isPending, isPendingFor, recipientId } from "#db/scopes/connections.ts";
import type { Position } from "#db/scopes/pages.ts";
import { isActiveNoIndex } from "#db/scopes/users.ts";
import { personColumns } from "../../people/person.server.ts";

/** The members who wait for the viewer's answer, newest request first. */
export const selectRequests = (viewerId: number, limit: number) =>
  db
    .select(personColumns)
    .from(connections)
    .innerJoin(users, eq(users.id, connections.askedBy))
    .where(and(isPendingFor(viewerId), isActiveNoIndex))
    .orderBy(desc(connections.createdAt))
    .limit(limit);

/** The members who have not answered the viewer's request yet, newest request first. */
export const selectSentRequests = (viewerId: number, limit: number) =>
  db
    .select(personColumns)
    .from(connections)
    .innerJoin(users, sql`${users.id} = ${recipientId}`)
    .where(and(eq(connections.askedBy, viewerId), isPending, isActiveNoIndex))
    .orderBy(desc(connections.createdAt))
    .limit(limit);

/** A member's connections, newest first. */
export function selectConnections(viewerId: number, limit: number, after?: Position) {
  // One half for each index: what the viewer asked, and what they were asked.
  const half = (own: SQL, other: SQL) => sql`select * from (
    select ${other} as other, accepted_at from ${connections}
    where ${own} = ${viewerId} and accepted_at is not null
      and ${after ? sql`(accepted_at, ${other}) < (${after.moment}, ${after.id})` : sql`true`}
      and exists (select 1 from ${users} where ${users.id} = ${other} and ${isActiveNoIndex})
    order by accepted_at desc, other desc limit ${limit})`;
  const askedBy = sql`asked_by`;
  return db
    .select({ ...personColumns, acceptedAt: sql<number>`pairs.accepted_at` })
    .from(sql`(${half(askedBy, recipientId)} union all ${half(recipientId, askedBy)}) as pairs`)
    .innerJoin(users, sql`${users.id} = pairs.other`)
    .orderBy(sql`pairs.accepted_at desc, pairs.other desc`)
    .limit(limit);
}
