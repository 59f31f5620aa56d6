import type { Event } from "./api-types.ts";
import { event, type Member } from "./people.ts";
import type { TestServer } from "./server.ts";
import type { Visitor } from "./visitor.ts";

/** Announces an event through the API. @returns the event */
export async function announce(organizer: Member, fields: Record<string, unknown> = {}): Promise<Event> {
  const answer = await organizer.call("POST", "/api/events", { ...event, ...fields });
  if (answer.status !== 201) throw new Error(`announcing: ${answer.status} ${answer.text}`);
  return answer.body.data;
}

/** @returns the event, as the API shows it to the member */
export async function readEvent(member: Visitor, id: string): Promise<Event> {
  return (await member.get(`/api/events/${id}`)).body.data;
}

/** @returns the ISO time this many days from now */
export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

/** Moves an event to 36 hours from now, so that deleting it notifies its attendees immediately. */
export const beginSoon = (server: TestServer, id: string) =>
  server
    .database()
    .prepare("update events set starts_at = ? where id = ?")
    .run(Date.now() + server.clockOffsetMs + 36 * 3_600_000, Number(id));
