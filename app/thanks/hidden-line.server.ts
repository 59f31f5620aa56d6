import { and, eq, isNull, not, sql } from "drizzle-orm";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { insertAuditEntry } from "#db/audit.ts";
import { db, thanks } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { isOfLiveThing } from "#db/scopes/thanks.ts";
import { notify } from "../notices/notify.server.ts";
import { publishNotices } from "../notices/publish.server.ts";
import type { ReportedRemoval } from "../notices/removal-notices.server.ts";

/** Hides a reported line of thanks and notifies its author. The notice links to the item they gave thanks for. */
export async function hideLine(
  admin: Viewer,
  id: number,
  { reason, about, mayDecide }: ReportedRemoval,
): Promise<void> {
  const now = Date.now();
  const { notified } = await namedBatch({
    hidden: db
      .update(thanks)
      .set({ hiddenAt: now, isShown: false })
      .where(and(eq(thanks.id, id), isNull(thanks.hiddenAt), mayDecide)),
    recorded: insertAuditEntry(admin.id, "removed the line of thanks", about),
    notified: notify(
      {
        kind: "post-hidden",
        userId: sql`said.user_id`,
        subject: sql`coalesce('resources/' || said.resource_id, 'events/' || said.event_id,
          'experiences/' || said.experience_id,
          'questions/' || coalesce(given.question_id, below.question_id)) || '?thanks=' || said.id`,
        facts: { what: "line of thanks", done: "hidden", reason: reason ?? "" },
        now,
      },
      sql`thanks as said left join answers as given on given.id = said.answer_id
        left join comments as below on below.id = said.comment_id`,
      sql`said.id = ${id} and changes() > 0`,
    ),
  });
  await publishNotices(notified);
}

/** Hides a reported line of thanks for an item that is deleted. */
export const hideLineOfDeleted = (admin: Viewer, id: number, { mayDecide, about }: ReportedRemoval) =>
  db.batch([
    db
      .update(thanks)
      .set({ hiddenAt: Date.now(), isShown: false })
      .where(and(eq(thanks.id, id), isNull(thanks.hiddenAt), not(isOfLiveThing("thanks")), mayDecide)),
    insertAuditEntry(admin.id, "removed the line of thanks", about),
  ]);
