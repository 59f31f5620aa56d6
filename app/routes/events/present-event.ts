import { formatMoment } from "../../events/times.ts";
import type { PublicEvent } from "../../schemas/event.ts";
import { eventTypeLabels } from "../../schemas/event-texts.ts";

/** What an event is to the member who looks at it. */
export interface OwnPart {
  isRegistered: boolean;
  /** Their place in the waiting list. */
  waiting: number | null;
  canEdit: boolean;
}

const placeholder = "/event-placeholder.svg";

/** An event as the pages show it, every value as text. Server and browser write the same. */
export const presentEvent = (event: PublicEvent, own: OwnPart, timeZone: string, now: number) => ({
  id: event.id,
  title: event.title,
  date: event.date,
  when: formatMoment(Date.parse(event.date), timeZone),
  location: event.location,
  type: eventTypeLabels[event.eventType],
  // Its smaller version (`files/images.server.ts`): pages show it at 600x300.
  image: event.imageUrl?.replace(".webp", "-small.webp") ?? placeholder,
  hasImage: event.imageUrl !== null,
  registrationLink: event.registrationLink,
  isPast: Date.parse(event.date) < now,
  isFull: event.registrationLimit !== null && event.registrationCount >= event.registrationLimit,
  seats: describeSeats(event),
  isRegistered: own.isRegistered,
  waiting: own.waiting,
  canEdit: own.canEdit,
});
export type PresentedEvent = ReturnType<typeof presentEvent>;

/** "12 of 25 seats left", "Event is full, 3 waiting", "14 registered". */
function describeSeats({ registrationLimit, registrationCount, waitingCount }: PublicEvent): string {
  if (registrationLimit === null) return `${registrationCount} registered`;
  const left = registrationLimit - registrationCount;
  if (left > 0) return `${left} of ${registrationLimit} ${registrationLimit === 1 ? "seat" : "seats"} left`;
  return waitingCount > 0 ? `Event is full, ${waitingCount} waiting` : "Event is full";
}
