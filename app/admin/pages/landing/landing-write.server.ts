import { and, eq } from "drizzle-orm";
import { type LandingSection, landingRules } from "#app/home/landing-rules.ts";
import { insertAuditEntry } from "#db/audit.ts";
import { db, landing, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";

/** Changes one section of the landing page and adds an audit trail entry, if the member is still an administrator. */
export async function writeLanding(
  adminId: number,
  section: LandingSection,
  change: Partial<Pick<typeof landing.$inferInsert, "isHidden" | "entries">>,
  did: string,
): Promise<void> {
  await db.batch([
    insertSelect(
      db,
      landing,
      { section, isHidden: false, entries: [], ...change },
      users,
      and(eq(users.id, adminId), users.isAdmin, eq(users.status, "active")),
    ).onConflictDoUpdate({ target: landing.section, set: change }),
    insertAuditEntry(adminId, did, { text: landingRules[section].title }),
  ]);
}
