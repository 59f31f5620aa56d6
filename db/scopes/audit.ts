import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { auditEntries, type Database, events, jobs, resources, users } from "../index.ts";
import { insertSelect } from "../insert-select.ts";

type Statements = Pick<Database, "insert" | "select">;
const maxSubjectLength = 200;

/**
 * The statement that records an act of an administrator. It stands in the batch directly after the statement of the
 * act, and records nothing if that one changed no row.
 * @param action a verb in the past and its object: "removed the job"
 * @param subject what it was about, as the administrator saw it, at most 200 characters of it. Never the name of
 * someone the page keeps hidden
 */
export const insertAuditEntry = (
  db: Statements,
  adminId: number,
  action: string,
  subject: string | null = null,
) =>
  insertSelect(
    db,
    auditEntries,
    { adminId, action, subject: subject?.slice(0, maxSubjectLength) ?? null, createdAt: Date.now() },
    users,
    // SQLite's count of the rows that the previous statement changed, without those of triggers.
    and(eq(users.id, adminId), users.isAdmin, sql`changes() > 0`),
  );

const owned = {
  profile: { table: users, id: users.id, title: users.name, ownerId: users.id },
  job: { table: jobs, id: jobs.id, title: jobs.title, ownerId: jobs.postedBy },
  event: { table: events, id: events.id, title: events.title, ownerId: events.organizerId },
  resource: { table: resources, id: resources.id, title: resources.title, ownerId: resources.userId },
} as const;

/**
 * The statement that records what a viewer does to something of another member. It stands in the batch before the
 * statement of the act, and records nothing for one's own things or for a viewer who is no administrator.
 * @param verb in the past: "removed", "changed"
 */
export function insertForeignAuditEntry(
  db: Statements,
  viewer: { id: number; isAdmin: boolean },
  verb: string,
  kind: keyof typeof owned,
  id: number,
  condition?: SQL,
) {
  const { table, id: ownId, title, ownerId } = owned[kind];
  return insertSelect(
    db,
    auditEntries,
    {
      adminId: viewer.id,
      action: `${verb} the ${kind}`,
      subject: sql`substr(${title}, 1, ${maxSubjectLength})`,
      createdAt: Date.now(),
    },
    table,
    and(eq(ownId, id), ne(ownerId, viewer.id), sql`${viewer.isAdmin ? 1 : 0} = 1`, condition),
  );
}
