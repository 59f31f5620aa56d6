import { db, events } from "#db/index.ts";
import { eventColumns } from "#db/scopes/events.ts";

export const selectEvents = (viewer: { id: number; isAdmin: boolean } | null) =>
  db.select(eventColumns(viewer)).from(events);

export type EventRow = Awaited<ReturnType<typeof selectEvents>>[number];
/** An event without the columns that only pages show. */
export type ShownEvent = Omit<
  EventRow,
  "isOnline" | "isRegistered" | "canEdit" | "isOrganizer" | "ownThanks" | "ownAnswers"
>;

export interface Organizer {
  id: string;
  name: string;
  state: "organizer" | "co-organizer" | "asked";
}

/** The organizer first, then the co-organizers. */
export const organizersOf = ({ organizerId, organizerName, coOrganizers }: ShownEvent): Organizer[] => [
  { id: String(organizerId), name: organizerName, state: "organizer" },
  ...(JSON.parse(coOrganizers) as Organizer[]),
];
