import { coverUrl } from "#app/ui/covers/cover.ts";
import type { PublicEvent } from "../input.server.ts";
import { eventTypeLabels } from "../texts.ts";
import { formatShortPeriod, getLeaf, nameTimeZone } from "../times.ts";

/** The viewer's relation to an event. */
export interface OwnPart {
  isRegistered: boolean;
  /** Their position in the waiting list. */
  waiting: number | null;
  canEdit: boolean;
  isOrganizer: boolean;
  /** Whether the organizers ask something at registration. */
  hasQuestions: boolean;
  /** A registered member has yet to answer a required question. */
  owesAnswers: boolean;
}

/** Formats an event for the pages, every value as text. Used on the server and in the browser. */
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
    // The small version (`platform/files/images.server.ts`), because pages show it at 600x300.
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
    hasQuestions: own.hasQuestions,
    owesAnswers: own.owesAnswers,
  };
}
export type PresentedEvent = ReturnType<typeof presentEvent>;

/** Who gets the seat if a participant leaves a full event, or null if nobody is waiting. */
export const describeNext = ({
  registrationLimit,
  registrationCount,
  waitingCount,
}: Pick<PublicEvent, "registrationLimit" | "registrationCount" | "waitingCount">): string | null =>
  waitingCount > 0 && registrationCount === registrationLimit
    ? `${waitingCount === 1 ? "1 person is waiting" : `${waitingCount} people are waiting`}. Your seat goes to the next one.`
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
