import { sql } from "drizzle-orm";
import { notify } from "../notices/notify.server.ts";
import type { Reason } from "../notices/removal-notices.server.ts";

/**
 * Notifies the line's author. Must directly follow the audit entry. The notice links to the thing they gave thanks
 * for.
 */
export const notifyHiddenLine = (id: number, reason: Reason) =>
  notify(
    {
      kind: "post-hidden",
      userId: sql`said.user_id`,
      subject: sql`coalesce('resources/' || said.resource_id, 'events/' || said.event_id,
        'questions/' || coalesce(given.question_id, below.question_id)) || '?thanks=' || said.id`,
      facts: { what: "line of thanks", done: "hidden", reason: reason ?? "" },
      now: Date.now(),
    },
    sql`thanks as said left join answers as given on given.id = said.answer_id
      left join comments as below on below.id = said.comment_id`,
    sql`said.id = ${id} and changes() > 0`,
  );
