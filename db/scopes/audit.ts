import { and, eq, sql } from "drizzle-orm";
import { auditEntries, type Database, users } from "../index.ts";
import { insertSelect } from "../insert-select.ts";

/**
 * The statement that records an act of an administrator. It stands in the batch directly after the statement of the
 * act, and records nothing if that one changed no row.
 * @param action a verb in the past and its object: "removed the job"
 * @param subject what it was about, as the administrator saw it, at most 200 characters of it. Never the name of
 * someone whom that page hides
 */
export const insertAuditEntry = (
  db: Pick<Database, "insert" | "select">,
  adminId: number,
  action: string,
  subject: string | null = null,
) =>
  insertSelect(
    db,
    auditEntries,
    { adminId, action, subject: subject?.slice(0, 200) ?? null, createdAt: Date.now() },
    users,
    // SQLite's count of the rows that the previous statement changed, without those of triggers.
    and(eq(users.id, adminId), users.isAdmin, sql`changes() > 0`),
  );
