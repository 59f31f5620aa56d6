import { encodeFrame, eventsRoom, hub } from "#app/platform/realtime/hub.server.ts";
import { type EventRow, organizersOf, type ShownEvent } from "./events.server.ts";
import { imageUrl, type PublicEvent } from "./input.server.ts";

export const serializePublicEvent = (event: ShownEvent): PublicEvent => ({
  id: String(event.id),
  title: event.title,
  description: event.description,
  date: new Date(event.startsAt).toISOString(),
  endDate: event.endsAt === null ? null : new Date(event.endsAt).toISOString(),
  location: event.location,
  eventType: event.eventType,
  registrationLimit: event.registrationLimit,
  registrationLink: event.registrationLink,
  imageUrl: event.imageFile && imageUrl(event.imageFile),
  organizerId: String(event.organizerId),
  organizers: organizersOf(event),
  organizer: { id: String(event.organizerId), name: event.organizerName },
  registrationCount: event.registrationCount,
  waitingCount: event.waitingCount,
  checkedInCount: event.checkedInCount,
  createdAt: new Date(event.createdAt).toISOString(),
  updatedAt: new Date(event.updatedAt).toISOString(),
});

type EventFrame = "event:new" | "event:update" | "event:delete" | "event:register" | "event:unregister";

/** Sends a committed change to everyone: per event at most one frame a second, which contains the whole event. */
export function broadcastEvent(name: EventFrame, event: EventRow): void {
  const data = serializePublicEvent(event);
  // Co-organizers who have not accepted yet are not public.
  const organizers = data.organizers.filter(({ state }) => state !== "asked");
  hub.sendPaced(eventsRoom, event.id, encodeFrame({ event: name, data: { ...data, organizers } }));
}
