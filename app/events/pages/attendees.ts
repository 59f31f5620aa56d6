import { and, asc, eq, gt, sql } from "drizzle-orm";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { env } from "#app/platform/env.server.ts";
import { respondWithCsv, toCsvLine } from "#app/platform/http/csv.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { db, eventRegistrations, eventWaiting, users } from "#db/index.ts";
import type { EventRow } from "../events.server.ts";
import { requireEditableEvent } from "../organizing.server.ts";
import { nameTimeZone, toLocalInput } from "../times.ts";
import type { Route } from "./+types/attendees.ts";

const pageSize = 500;

/** An event's participants as CSV, for organizers and administrators only. */
export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const event = await requireEditableEvent(viewer, toId(args.params.id));
  return respondWithCsv(`event-${event.id}-attendees.csv`, writeLines(event));
}

async function* writeLines({ id: eventId, questions }: EventRow): AsyncGenerator<string> {
  const since = `Since (${nameTimeZone(env.TIME_ZONE)})`;
  yield toCsvLine(["Name", "Email", "State", since, "Came", ...questions.map(({ text }) => text)]);
  const answersOf = ({ answers }: { answers: Record<string, string> | null }) =>
    questions.map(({ id }) => answers?.[id] ?? "");
  for (let last = { name: "", id: 0 }, isMore = true; isMore; ) {
    const rows = await selectRegistered(eventId, last);
    yield rows
      .map((row) => toLine(row, "registered", [row.checkedInAt === null ? "" : "yes", ...answersOf(row)]))
      .join("");
    last = rows.at(-1) ?? last;
    isMore = rows.length === pageSize;
  }
  for (let last = 0, isMore = true; isMore; ) {
    const rows = await selectWaiting(eventId, last);
    yield rows.map((row) => toLine(row, "waiting", ["", ...questions.map(() => "")])).join("");
    last = rows.at(-1)?.id ?? last;
    isMore = rows.length === pageSize;
  }
}

const toLine = (
  { name, email, createdAt }: { name: string; email: string; createdAt: number },
  state: string,
  cells: string[],
) => toCsvLine([name, email, state, toLocalInput(createdAt, env.TIME_ZONE).replace("T", " "), ...cells]);

const byName = sql`${users.name} collate nocase`;

const selectRegistered = (eventId: number, after: { name: string; id: number }) =>
  db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      createdAt: eventRegistrations.createdAt,
      checkedInAt: eventRegistrations.checkedInAt,
      answers: eventRegistrations.answers,
    })
    .from(eventRegistrations)
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
    .where(
      and(
        eq(eventRegistrations.eventId, eventId),
        sql`(${byName}, ${users.id}) > (${after.name}, ${after.id})`,
      ),
    )
    .orderBy(byName, asc(users.id))
    .limit(pageSize);

const selectWaiting = (eventId: number, after: number) =>
  db
    .select({
      id: eventWaiting.id,
      name: users.name,
      email: users.email,
      createdAt: eventWaiting.createdAt,
    })
    .from(eventWaiting)
    .innerJoin(users, eq(users.id, eventWaiting.userId))
    .where(and(eq(eventWaiting.eventId, eventId), gt(eventWaiting.id, after)))
    .orderBy(asc(eventWaiting.id))
    .limit(pageSize);
