import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { auditEntries, db, events, jobs, resources, users } from "./index.ts";
import { insertSelect } from "./insert-select.ts";

const maxSubjectLength = 200;
const maxTitleLength = 120;

export const quoteThing = (title: string, owner: string): string =>
  `“${title.slice(0, maxTitleLength)}” by ${owner}`;

/**
 * Comes directly after the statement of the act, and records nothing if that changed no row. No name of someone hidden.
 * @param isDone for an entry that stands before its act
 */
export const insertAuditEntry = (
  adminId: number,
  action: string,
  subject: string | null = null,
  subjectId: string | null = null,
  isDone = sql`changes() > 0`,
) =>
  insertSelect(
    db,
    auditEntries,
    {
      adminId,
      action,
      subject: subject?.slice(0, maxSubjectLength) ?? null,
      subjectId,
      createdAt: Date.now(),
    },
    users,
    // SQLite's count of the rows that the previous statement changed, without those of triggers.
    and(eq(users.id, adminId), users.isAdmin, isDone),
  );

const owned = {
  profile: { table: users, id: users.id, title: users.name, ownerId: users.id },
  job: { table: jobs, id: jobs.id, title: jobs.title, ownerId: jobs.postedBy },
  event: { table: events, id: events.id, title: events.title, ownerId: events.organizerId },
  resource: { table: resources, id: resources.id, title: resources.title, ownerId: resources.userId },
} as const;

interface OwnableThing {
  viewer: { id: number; isAdmin: boolean };
  verb: string;
  kind: keyof typeof owned;
  id: number;
  condition?: SQL | undefined;
}

/** Comes in the batch before the statement of the act. Records what administrators do to things of other members. */
export function insertAuditEntryUnlessOwn({ viewer, verb, kind, id, condition }: OwnableThing) {
  const { table, id: ownId, title, ownerId } = owned[kind];
  const owner = sql`(select owner.name from users as owner where owner.id = ${ownerId})`;
  const subject =
    kind === "profile" ? title : sql`'“' || substr(${title}, 1, ${maxTitleLength}) || '” by ' || ${owner}`;
  return insertSelect(
    db,
    auditEntries,
    {
      adminId: viewer.id,
      action: `${verb} the ${kind}`,
      subject: sql`substr(${subject}, 1, ${maxSubjectLength})`,
      createdAt: Date.now(),
    },
    table,
    and(eq(ownId, id), ne(ownerId, viewer.id), sql`${viewer.isAdmin ? 1 : 0} = 1`, condition),
  );
}
