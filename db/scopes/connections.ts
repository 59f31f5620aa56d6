import { and, desc, eq, isNotNull, isNull, ne, not, type Placeholder, type SQL, sql } from "drizzle-orm";
import { db } from "../index.ts";
import { insertSelect } from "../insert-select.ts";
import { blocks, connections, users } from "../schema/users.ts";
import { isActive, isActiveUnindexed, isConnectionWith } from "./users.ts";

/** The one who was asked, in the words of its index. */
const askedOf = sql<number>`low_id + high_id - asked_by`;

const isBlockedBy = (viewerId: number) =>
  sql<boolean>`exists (select 1 from ${blocks}
  where blocker_id = ${users.id} and blocked_id = ${viewerId})`.mapWith(Boolean);

const isPair = (viewerId: number, userId: number) =>
  and(
    eq(connections.lowId, Math.min(viewerId, userId)),
    eq(connections.highId, Math.max(viewerId, userId)),
    sql`exists (select 1 from ${users} where ${users.id} = ${userId} and ${isActiveUnindexed})`,
  );
const isWaiting = isNull(connections.acceptedAt);
const isAccepted = isNotNull(connections.acceptedAt);

/**
 * What a member can do about a connection, each as one statement that changes nothing where it does not fit: `ask`
 * also accepts what the other asked, and `end` is whichever of the last three fits.
 */
export const connectionChanges = {
  ask: (viewerId: number, userId: number, now = Date.now()) =>
    insertSelect(
      db,
      connections,
      {
        lowId: sql`min(${users.id}, ${viewerId})`,
        highId: sql`max(${users.id}, ${viewerId})`,
        askedBy: viewerId,
        acceptedAt: null,
        createdAt: now,
      },
      users,
      and(eq(users.id, userId), ne(users.id, viewerId), isActive, not(isBlockedBy(viewerId))),
    ).onConflictDoUpdate({
      target: [connections.lowId, connections.highId],
      set: { acceptedAt: now },
      setWhere: and(ne(connections.askedBy, viewerId), isWaiting),
    }),
  accept: (viewerId: number, userId: number, now = Date.now()) =>
    db
      .update(connections)
      .set({ acceptedAt: now })
      .where(
        and(
          isPair(viewerId, userId),
          eq(connections.askedBy, userId),
          isWaiting,
          sql`not exists (select 1 from ${blocks} where blocker_id = ${userId} and blocked_id = ${viewerId})`,
        ),
      ),
  decline: (viewerId: number, userId: number) =>
    db.delete(connections).where(and(isPair(viewerId, userId), eq(connections.askedBy, userId), isWaiting)),
  withdraw: (viewerId: number, userId: number) =>
    db.delete(connections).where(and(isPair(viewerId, userId), eq(connections.askedBy, viewerId), isWaiting)),
  remove: (viewerId: number, userId: number) =>
    db.delete(connections).where(and(isPair(viewerId, userId), isAccepted)),
  end: (viewerId: number, userId: number) => db.delete(connections).where(isPair(viewerId, userId)),
};

/** What there is between the viewer and another active member. */
export const selectConnection = (viewerId: number, userId: number) =>
  db
    .select({
      askedBy: connections.askedBy,
      acceptedAt: connections.acceptedAt,
      isBlocked: isBlockedBy(viewerId),
    })
    .from(users)
    .leftJoin(connections, isConnectionWith(viewerId))
    .where(and(eq(users.id, userId), isActiveUnindexed));

const isWaitingFor = (viewerId: number | Placeholder) => and(sql`${askedOf} = ${viewerId}`, isWaiting);

/** How many requests wait for a member's answer, up to `limit`. */
export const countRequests = (viewerId: number | Placeholder, limit: number) =>
  db.select({ count: sql<number>`count(*)` }).from(
    db
      .select({ one: sql`1`.as("one") })
      .from(connections)
      .innerJoin(users, eq(users.id, connections.askedBy))
      .where(and(isWaitingFor(viewerId), isActiveUnindexed))
      .limit(limit)
      .as("waiting"),
  );

const person = {
  id: users.id,
  name: users.name,
  avatarFile: users.avatarFile,
  batchYear: users.batchYear,
  company: users.company,
  position: users.position,
};

/** The members who wait for the viewer's answer, newest request first. */
export const selectRequests = (viewerId: number, limit: number) =>
  db
    .select(person)
    .from(connections)
    .innerJoin(users, eq(users.id, connections.askedBy))
    .where(and(isWaitingFor(viewerId), isActiveUnindexed))
    .orderBy(desc(connections.createdAt))
    .limit(limit);

/** The members who have not answered the viewer's request yet, newest request first. */
export const selectSentRequests = (viewerId: number, limit: number) =>
  db
    .select(person)
    .from(connections)
    .innerJoin(users, sql`${users.id} = ${askedOf}`)
    .where(and(eq(connections.askedBy, viewerId), isWaiting, isActiveUnindexed))
    .orderBy(desc(connections.createdAt))
    .limit(limit);

/** Where a list of connections continues: after this one. */
export interface ConnectionPosition {
  acceptedAt: number;
  id: number;
}

/** A member's connections, newest first. */
export function selectConnections(viewerId: number, limit: number, after?: ConnectionPosition) {
  // One half for each index: what the viewer asked, and what they were asked.
  const half = (own: SQL, other: SQL) => sql`select * from (
    select ${other} as other, accepted_at from ${connections}
    where ${own} = ${viewerId} and accepted_at is not null
      and ${after ? sql`(accepted_at, ${other}) < (${after.acceptedAt}, ${after.id})` : sql`true`}
      and exists (select 1 from ${users} where ${users.id} = ${other} and ${isActiveUnindexed})
    order by accepted_at desc, other desc limit ${limit})`;
  const askedBy = sql`asked_by`;
  return db
    .select({ ...person, acceptedAt: sql<number>`pairs.accepted_at` })
    .from(sql`(${half(askedBy, askedOf)} union all ${half(askedOf, askedBy)}) as pairs`)
    .innerJoin(users, sql`${users.id} = pairs.other`)
    .orderBy(sql`pairs.accepted_at desc, pairs.other desc`)
    .limit(limit);
}
