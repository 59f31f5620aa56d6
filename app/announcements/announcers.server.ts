import { and, eq, ne, sql } from "drizzle-orm";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { insertAuditEntry } from "#db/audit.ts";
import { db, users } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { isActingAdmin } from "#db/scopes/users.ts";
import { announcementTexts } from "./texts.ts";

/**
 * Names the batch that a member may announce to; null revokes it. Idempotent.
 * @throws HttpError 403 for non-administrators, 404, 429
 */
export async function nameAnnouncer(viewer: Viewer, id: number, batchYear: number | null) {
  if (!viewer.isAdmin) throw new HttpError(403, announcementTexts.onlyAdmins);
  limitAction("announcement", viewer.id);
  const isMember = and(eq(users.id, id), ne(users.status, "deleted"));
  const did = batchYear === null ? "took the announcing from" : "named an announcer";
  const {
    member: [member],
  } = await namedBatch({
    named: db
      .update(users)
      .set({ announcerBatch: batchYear })
      .where(and(isMember, isActingAdmin(viewer.id), sql`${users.announcerBatch} is not ${batchYear}`)),
    recorded: insertAuditEntry(viewer.id, did, {
      memberId: id,
      detail: batchYear === null ? null : `For batch ${batchYear}`,
    }),
    member: db
      .select({ id: users.id, name: users.name, batchYear: users.announcerBatch })
      .from(users)
      .where(isMember),
  });
  if (!member) throw new HttpError(404, announcementTexts.noMember);
  if (member.batchYear !== batchYear) throw new HttpError(403, announcementTexts.onlyAdmins);
  return member;
}
