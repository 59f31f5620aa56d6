import { coverUrl } from "#app/ui/covers/cover.ts";
import type { PublicEvent } from "../input.server.ts";
import { eventTypeLabels } from "../texts.ts";
import { formatShortPeriod, getLeaf, nameTimeZone } from "../times.ts";

/** An event as the member who looks at it sees it. */
export interface OwnPart {
  isRegistered: boolean;
  /** Their place in the waiting list. */
  waiting: number | null;
  canEdit: boolean;
  isOrganizer: boolean;
}

/** An event as the pages show it, every value as text. Server and browser write the same. */
export function presentEvent(event: PublicEvent, own: OwnPart, timeZone: string, now: number) {
  const endsAt = event.endDate === null ? null : Date.parse(event.endDate);
  const isPast = Date.parse(event.date) < now;
  return {
    id: event.id,
    title: event.title,
    date: event.date,
    when: formatShortPeriod(Date.parse(event.date), endsAt, timeZone, now),
    ...getLeaf(Date.parse(event.date), timeZone),
    zone: nameTimeZone(timeZone),
    location: event.location,
    type: eventTypeLabels[event.eventType],
    // Its smaller version (`platform/files/images.server.ts`): pages show it at 600x300.
    image: event.imageUrl?.replace(".webp", "-small.webp") ?? coverUrl(event.title, event.id),
    hasImage: event.imageUrl !== null,
    registrationLink: event.registrationLink,
    isPast,
    isRunning: isPast && endsAt !== null && now < endsAt,
    isFull: event.registrationLimit !== null && event.registrationCount >= event.registrationLimit,
    seats: describeSeats(event, isPast),
    seatGoesOn: describeNext(event),
    isRegistered: own.isRegistered,
    waiting: own.waiting,
    canEdit: own.canEdit,
    isOrganizer: own.isOrganizer,
  };
}
export type PresentedEvent = ReturnType<typeof presentEvent>;

/** What happens to the seat of whoever leaves a full event, or null where nobody gets it. */
export const describeNext = ({
  registrationLimit,
  registrationCount,
  waitingCount,
}: Pick<PublicEvent, "registrationLimit" | "registrationCount" | "waitingCount">): string | null =>
  waitingCount > 0 && registrationCount === registrationLimit
    ? `${waitingCount === 1 ? "1 person waits" : `${waitingCount} people wait`}. Your seat goes to the next one.`
    : null;

/** "12 of 25 seats left", "1 seat left", "Full. 4 people waiting", "14 people registered". */
function describeSeats(
  { registrationLimit, registrationCount, waitingCount }: PublicEvent,
  isPast: boolean,
): string {
  const people = (count: number) => `${count} ${count === 1 ? "person" : "people"}`;
  if (registrationLimit === null || isPast) {
    if (registrationCount > 0) return `${people(registrationCount)} registered`;
    return isPast ? "Nobody registered" : "Nobody has registered yet";
  }
  const left = registrationLimit - registrationCount;
  if (left > 1) return `${left} of ${registrationLimit} seats left`;
  if (left === 1) return "1 seat left";
  return waitingCount > 0 ? `Full. ${people(waitingCount)} waiting` : "Full";
}
