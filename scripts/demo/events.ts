import { join } from "node:path";
import sharp from "sharp";
import { eventOrganizers, eventRegistrations, events, eventWaiting, images } from "#db/index.ts";
import type { eventTypes, RegistrationQuestion } from "#db/vocabulary.ts";
import { dayMs } from "../../app/platform/time/durations.ts";
import type { Demo } from "./demo.ts";
import { drawEventPicture, type EventPicture } from "./event-pictures.ts";
import texts from "./events.json" with { type: "json" };

interface Plan {
  title: string;
  description: string;
  eventType: (typeof eventTypes)[number];
  location: string;
  /** Days from today. Negative for past events. */
  inDays: number;
  /** Minutes after midnight in Kolkata. */
  minutes: number;
  /** In minutes. */
  lasts?: number;
  limit?: number;
  registered: number;
  waiting?: number;
  link?: string;
  picture?: EventPicture;
  /** Whether the demo's student is registered. */
  hasStudent?: true;
  questions?: (RegistrationQuestion & {
    /** The answers of the registered members, in their order. */
    answers: string[];
  })[];
}
const plans = texts as Plan[];

const kolkataOffsetMs = 330 * 60_000;

/** 13 upcoming and past events: full with a waiting list, open, without a limit, with an external form, without a picture. */
export async function seedEvents({ db, storage, members, pick, now }: Demo): Promise<void> {
  const midnight = Math.floor((now + kolkataOffsetMs) / dayMs) * dayMs - kolkataOffsetMs;
  for (const [index, plan] of plans.entries()) {
    // The first of the printed log-ins organizes the first event.
    const organizer = index === 0 ? members[0] : pick(members);
    if (!organizer) throw new Error("events need members");
    const createdAt = now - 70 * dayMs + index * dayMs;
    const imageId = plan.picture
      ? await savePicture(db, storage, plan.picture, index, organizer.id, createdAt)
      : null;
    const startsAt = midnight + plan.inDays * dayMs + plan.minutes * 60_000;
    const [event] = await db
      .insert(events)
      .values({
        title: plan.title,
        description: plan.description,
        eventType: plan.eventType,
        location: plan.location,
        startsAt,
        endsAt: plan.lasts === undefined ? null : startsAt + plan.lasts * 60_000,
        registrationLimit: plan.limit ?? null,
        registrationLink: plan.link ?? null,
        questions: plan.questions?.map(({ answers: _, ...question }) => question) ?? [],
        organizerId: organizer.id,
        imageId,
        createdAt,
        updatedAt: createdAt,
      })
      .returning({ id: events.id });
    if (!event) throw new Error("the insert returned no row");
    const [, student, ...others] = members;
    const [host, asked] = others.slice(-2);
    if (index === 0 && host && asked)
      await db.insert(eventOrganizers).values([
        { eventId: event.id, userId: host.id, askedAt: createdAt, acceptedAt: createdAt },
        { eventId: event.id, userId: asked.id, askedAt: createdAt },
      ]);
    const start = (index * 7) % others.length;
    const first = plan.hasStudent && student ? [student] : [];
    const people = [...first, ...others.slice(start), ...others.slice(0, start)].map(({ id: userId }, n) => ({
      eventId: event.id,
      userId,
      createdAt: createdAt + n * 60_000,
      // Four of every five registered members came to a past event.
      checkedInAt: plan.inDays < 0 && n % 5 < 4 ? startsAt : null,
      answers: plan.questions
        ? Object.fromEntries(plan.questions.map(({ id, answers }) => [id, answers[n % answers.length] ?? ""]))
        : null,
    }));
    const registered = people.slice(0, plan.registered);
    const waiting = people.slice(plan.registered, plan.registered + (plan.waiting ?? 0));
    if (registered.length > 0) await db.insert(eventRegistrations).values(registered);
    if (waiting.length > 0) await db.insert(eventWaiting).values(waiting);
  }
}

/** Draws a picture and stores it like an upload. */
async function savePicture(
  db: Demo["db"],
  storage: string,
  picture: EventPicture,
  index: number,
  userId: number,
  createdAt: number,
): Promise<number> {
  const file = `00000000-0000-4000-8000-${String(index).padStart(12, "0")}.webp`;
  const { size: bytes } = await sharp(Buffer.from(drawEventPicture(picture)))
    .webp({ quality: 70 })
    .toFile(join(storage, "uploads", file));
  const [image] = await db
    .insert(images)
    .values({ file, bytes, userId, createdAt })
    .returning({ id: images.id });
  if (!image) throw new Error("the insert returned no row");
  return image.id;
}
