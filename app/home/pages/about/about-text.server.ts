import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { optionalText } from "#app/platform/schemas/fields.server.ts";
import { insertAuditEntry } from "#db/audit.ts";
import { db, siteTexts, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";

/** Returns the text that administrators added to the page, or "". */
export async function loadAboutText(): Promise<string> {
  const [row] = await db.select({ text: siteTexts.text }).from(siteTexts).where(eq(siteTexts.name, "about"));
  return row?.text ?? "";
}

/** Returns false for non-administrators. */
export async function saveAboutText(adminId: number, text: string): Promise<boolean> {
  const isAdmin = and(eq(users.id, adminId), users.isAdmin);
  const [saved] = await db.batch([
    insertSelect(db, siteTexts, { name: "about", text }, users, isAdmin)
      .onConflictDoUpdate({ target: siteTexts.name, set: { text } })
      .returning({ name: siteTexts.name }),
    insertAuditEntry(adminId, "changed the text of", { text: "How this works" }),
  ]);
  return saved.length > 0;
}

export const aboutFields = { text: optionalText(8000) };
export const aboutSchema = z.object(aboutFields);
