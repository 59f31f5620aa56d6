import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { connections, db, users } from "#db/index.ts";
import { isPending, isPendingFor, recipientId } from "#db/scopes/connections.ts";
import type { ListPosition } from "#db/scopes/pages.ts";
import { isActiveNoIndex } from "#db/scopes/users.ts";
import { personColumns } from "../../person.server.ts";

const { placeholder } = sql;
const viewerId = placeholder("viewerId");
const limit = placeholder("limit");

const storedRequests = db
  .select(personColumns)
  .from(connections)
  .innerJoin(users, eq(users.id, connections.askedBy))
  .where(and(isPendingFor(viewerId), isActiveNoIndex))
  .orderBy(desc(connections.createdAt))
  .limit(limit)
  .prepare();

const storedSentRequests = db
  .select(personColumns)
  .from(connections)
  .innerJoin(users, sql`${users.id} = ${recipientId}`)
  .where(and(eq(connections.askedBy, viewerId), isPending, isActiveNoIndex))
  .orderBy(desc(connections.createdAt))
  .limit(limit)
  .prepare();

/** One half per index: requests that the viewer sent, and requests they received. */
const half = (own: SQL, other: SQL) => sql`select * from (
  select ${other} as other, accepted_at from ${connections}
  where ${own} = ${viewerId} and accepted_at is not null
    and (accepted_at, ${other}) < (${placeholder("moment")}, ${placeholder("id")})
    and exists (select 1 from ${users} where ${users.id} = ${other} and ${isActiveNoIndex})
  order by accepted_at desc, other desc limit ${limit})`;
const askedBy = sql`asked_by`;

const storedConnections = db
  .select({ ...personColumns, acceptedAt: sql<number>`pairs.accepted_at` })
  .from(sql`(${half(askedBy, recipientId)} union all ${half(recipientId, askedBy)}) as pairs`)
  .innerJoin(users, sql`${users.id} = pairs.other`)
  .orderBy(sql`pairs.accepted_at desc, pairs.other desc`)
  .limit(limit)
  .prepare();

/** Members whose requests the viewer has not answered, newest request first. */
export const listRequests = (viewerId: number, limit: number) => storedRequests.execute({ viewerId, limit });

/** Members who have not answered the viewer's request, newest request first. */
export const listSentRequests = (viewerId: number, limit: number) =>
  storedSentRequests.execute({ viewerId, limit });

const newest: ListPosition = { moment: Number.MAX_SAFE_INTEGER, id: 0 };

/** A member's connections, newest first. */
export const listConnections = (viewerId: number, limit: number, after = newest) =>
  storedConnections.execute({ viewerId, limit, ...after });
