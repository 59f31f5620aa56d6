import { encodeFrame, eventsRoom, hub } from "../realtime/hub.server.ts";
import { imageUrl, type PublicEvent } from "../schemas/event.ts";
import type { EventRow } from "./events.server.ts";

/** For one event at most one frame a second reaches everyone; a little more, because timers are early at times. */
const intervalMs = 1_020;

const recent = new Map<number, { next: Buffer | null }>();

export const serializePublicEvent = (event: EventRow): PublicEvent => ({
  id: String(event.id),
  title: event.title,
  description: event.description,
  date: new Date(event.startsAt).toISOString(),
  location: event.location,
  eventType: event.eventType,
  registrationLimit: event.registrationLimit,
  registrationLink: event.registrationLink,
  imageUrl: event.imageFile && imageUrl(event.imageFile),
  organizerId: String(event.organizerId),
  organizer: { id: String(event.organizerId), name: event.organizerName },
  registrationCount: event.registrationCount,
  waitingCount: event.waitingCount,
  createdAt: new Date(event.createdAt).toISOString(),
  updatedAt: new Date(event.updatedAt).toISOString(),
});

type EventFrame = "event:new" | "event:update" | "event:delete" | "event:register" | "event:unregister";

/** Sends a committed change to everyone: of several within a second the last, which has the whole event. */
export function broadcastEvent(name: EventFrame, event: EventRow): void {
  const frame = encodeFrame({ event: name, data: serializePublicEvent(event) });
  const slot = recent.get(event.id);
  if (slot) slot.next = frame;
  else sendNow(event.id, frame);
}

function sendNow(eventId: number, frame: Buffer): void {
  hub.sendToRoom(eventsRoom, frame);
  const slot: { next: Buffer | null } = { next: null };
  recent.set(eventId, slot);
  setTimeout(() => {
    recent.delete(eventId);
    if (slot.next) sendNow(eventId, slot.next);
  }, intervalMs).unref();
}
