import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { type AuditSubject, insertAuditEntry } from "#db/audit.ts";
import { moveToBin } from "#db/bin.ts";
import { db } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { things } from "#db/things.ts";
import type { PostKind } from "#db/vocabulary.ts";
import { publishNotices } from "../notices/publish.server.ts";
import type { Reason, ReportedRemoval } from "../notices/removal-notices.server.ts";
import { notifyPostRemoved, withdrawInTurns, withdrawPostNotices } from "./notices.server.ts";

interface PostRemoval {
  /** A condition on the post's table: who may delete it. */
  condition: SQL | undefined;
  /** Whether an administrator removes it, which is recorded. */
  isRemoved: SQL;
  about: AuditSubject;
  reason?: Reason;
}

/** Moves a post to the bin and withdraws the notices about it. Returns false if the condition matched no post. */
export async function removePost(
  viewer: Viewer,
  kind: PostKind,
  id: number,
  { condition, isRemoved, about, reason }: PostRemoval,
): Promise<boolean> {
  const { table } = things[kind];
  const canDelete = and(eq(table.id, id), condition);
  const isRecorded = sql`exists (select 1 from ${table} where ${and(canDelete, isRemoved)})`;
  await withdrawInTurns(kind, id, canDelete);
  const { notified, withdrawn, deleted } = await namedBatch({
    notified: notifyPostRemoved(viewer, kind, id, { canRemove: canDelete, reason }),
    withdrawn: withdrawPostNotices(kind, id, canDelete),
    recorded: insertAuditEntry(viewer.id, `removed the ${kind}`, about, isRecorded),
    binned: moveToBin(kind, id, { deletedBy: viewer.id, condition: canDelete, isRemoved }),
    deleted: db.delete(table).where(canDelete).returning({ id: table.id }),
  });
  await publishNotices([...notified, ...withdrawn]);
  return deleted.length > 0;
}

/** The decision about a reported post, which may be hidden or merged. */
export const removeReportedPost = (
  viewer: Viewer,
  kind: PostKind,
  id: number,
  { about, reason, mayDecide }: ReportedRemoval,
): Promise<boolean> =>
  removePost(viewer, kind, id, { condition: mayDecide, isRemoved: sql`true`, about, reason });
