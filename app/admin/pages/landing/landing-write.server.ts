import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { type LandingSection, landingRules } from "#app/home/landing-rules.ts";
import { optionalLine } from "#app/platform/schemas/fields.server.ts";
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

/** The fields of a section's form: `name1`, `role1`, …, `name2`, … */
export function landingFields(section: LandingSection) {
  const { columns, maxEntries } = landingRules[section];
  const numbers = Array.from({ length: maxEntries }, (_, index) => index + 1);
  return Object.fromEntries(
    numbers.flatMap((n) =>
      Object.entries(columns).map(([column, { max }]) => [`${column}${n}`, optionalLine(max)]),
    ),
  );
}

/**
 * Parses a section's form into entries, each with its position from "1". Entries without any text are dropped. All
 * others must be complete.
 */
export function landingSchema(section: LandingSection) {
  const columns: [string, { label: string }][] = Object.entries(landingRules[section].columns);
  return z.object(landingFields(section)).transform((texts, context) => {
    const entries: Record<string, string>[] = [];
    for (let n = 1; n <= landingRules[section].maxEntries; n++) {
      const entry = Object.fromEntries(columns.map(([column]) => [column, texts[`${column}${n}`] ?? ""]));
      if (!Object.values(entry).some(Boolean)) continue;
      entries.push({ place: String(n), ...entry });
      for (const [column, { label }] of columns) {
        if (entry[column]) continue;
        context.addIssue({ code: "custom", path: [`${column}${n}`], message: `${label} is missing` });
      }
    }
    return entries;
  });
}
