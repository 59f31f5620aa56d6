import { sql } from "drizzle-orm";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { env } from "#app/platform/env.server.ts";
import { toCsvLine } from "#app/platform/http/csv.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { db } from "#db/index.ts";
import { findEditableEvent } from "../organizing.server.ts";
import { nameTimeZone, toLocalInput } from "../times.ts";
import type { Route } from "./+types/attendees.ts";

/** An event's participants as CSV, for organizers and administrators only. */
export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const { id } = await findEditableEvent(viewer, toId(args.params.id));
  const people = await db
    .select({
      name: sql<string>`name`,
      email: sql<string>`email`,
      state: sql<string>`state`,
      came: sql<string>`came`,
      at: sql<number>`at`,
    })
    .from(sql`(
      select name, email, 'registered' as state, iif(checked_in_at is null, '', 'yes') as came,
        event_registrations.created_at as at, 0 as place
      from event_registrations join users on users.id = user_id where event_id = ${id}
      union all
      select name, email, 'waiting', '', event_waiting.created_at, event_waiting.id
      from event_waiting join users on users.id = user_id where event_id = ${id})`)
    .orderBy(sql`place`, sql`name collate nocase`);
  const rows = [
    ["Name", "Email", "State", `Since (${nameTimeZone(env.TIME_ZONE)})`, "Came"],
    ...people.map(({ name, email, state, came, at }) => [
      name,
      email,
      state,
      toLocalInput(at, env.TIME_ZONE).replace("T", " "),
      came,
    ]),
  ];
  // The leading byte order mark makes spreadsheets read the file as UTF-8.
  const csv = `\ufeff${rows.map(toCsvLine).join("")}`;
  return new Response(csv, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="event-${id}-attendees.csv"`,
      "Cache-Control": "private, no-store",
    },
  });
}
