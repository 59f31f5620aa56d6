import { type SQL, sql } from "drizzle-orm";
import { db, eventRegistrations } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { notify } from "../notices/notify.server.ts";

/**
 * Fills freed seats from the waiting list, longest wait first. A trigger removes the new participants from the list.
 */
export function promoteWaiting(eventId: number, now: number) {
  const seats = sql`coalesce((select case when registration_limit is null then -1
    else max(0, registration_limit - registration_count) end
    from events where id = ${eventId} and starts_at >= ${now}), 0)`;
  return promote(
    sql`event_waiting as line join users on users.id = line.user_id and users.status = 'active'
    join events on events.id = line.event_id
    where line.event_id = ${eventId} order by line.id limit ${seats}`,
    now,
  );
}

export const promoteAllWaiting = (now: number) =>
  promote(
    // CROSS keeps SQLite from scanning all members first.
    sql`(
      select waiting.*, row_number() over (partition by waiting.event_id order by waiting.id) as place
      from events cross join event_waiting as waiting on waiting.event_id = events.id
      cross join users on users.id = waiting.user_id and users.status = 'active'
      where starts_at >= ${now} and waiting_count > 0
        and (registration_limit is null or registration_count < registration_limit)
    ) as line
    join users on users.id = line.user_id join events on events.id = line.event_id
    where registration_limit is null or line.place <= registration_limit - registration_count`,
    now,
  );

/** @param firstInLine a FROM clause with the waiting rows that get a seat as `line`, and their `users` and `events` */
function promote(firstInLine: SQL, now: number) {
  return [
    notify(
      {
        kind: "event-seat",
        userId: sql`seat.user_id`,
        subject: sql`seat.event_id`,
        facts: sql`json_object('title', seat.title)`,
        now,
      },
      sql`(select line.user_id as user_id, events.id as event_id, events.title as title
        from ${firstInLine}) as seat`,
    ),
    insertSelect(
      db,
      eventRegistrations,
      { eventId: sql`line.event_id`, userId: sql`line.user_id`, createdAt: now },
      firstInLine,
    ),
  ] as const;
}
