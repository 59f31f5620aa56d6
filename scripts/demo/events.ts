import { join } from "node:path";
import sharp from "sharp";
import { eventRegistrations, events, eventWaiting, images } from "#db/index.ts";
import type { eventTypes } from "#db/vocabulary.ts";
import { dayMs } from "../../app/durations.ts";
import type { Demo } from "./demo.ts";
import { drawEventPicture, type EventPicture } from "./event-pictures.ts";

interface Plan {
  title: string;
  description: string;
  eventType: (typeof eventTypes)[number];
  location: string;
  /** From the day the demo is made; negative ones are past. */
  inDays: number;
  /** By the clock of Kolkata, in minutes after midnight. */
  minutes: number;
  limit?: number;
  registered: number;
  waiting?: number;
  link?: string;
  picture?: EventPicture;
  /** Whether the demo's student is registered, too. */
  hasStudent?: true;
}

const plans: Plan[] = [
  {
    title: "Soldering for beginners",
    description: "Irons, tin and a small kit are there. You go home with a lamp that blinks.",
    eventType: "workshop",
    location: "Electronics lab, block C",
    inDays: 2,
    minutes: 17 * 60,
    limit: 12,
    registered: 12,
    waiting: 4,
    picture: "iron",
  },
  {
    title: "How placements really work",
    description: "Four seniors tell what they would do differently. Bring every question you have.",
    eventType: "session",
    location: "Seminar hall 2",
    inDays: 4,
    minutes: 18 * 60 + 30,
    registered: 31,
    picture: "steps",
  },
  {
    title: "Night sky walk",
    description:
      "Saturn, the Moon and three globular clusters from the roof of block D.\nBring a jacket and no torch.",
    eventType: "other",
    location: "Roof of block D",
    inDays: 6,
    minutes: 20 * 60,
    limit: 40,
    registered: 22,
    picture: "saturn",
    hasStudent: true,
  },
  {
    title: "Campus Hack: tools for the mess",
    description: "Twenty-four hours, teams of four, one question: how does less food go to waste?",
    eventType: "hackathon",
    location: "Library, ground floor",
    inDays: 11,
    minutes: 9 * 60,
    limit: 80,
    registered: 35,
    picture: "mess",
  },
  {
    title: "Reading circuits like maps",
    description: "A seminar for everyone who has ever been afraid of a schematic.",
    eventType: "seminar",
    location: "Room 204",
    inDays: 13,
    minutes: 16 * 60,
    limit: 1,
    registered: 0,
  },
  {
    title: "Alumni evening",
    description: "Short stories from long careers. Tea at half past six, stories from seven.",
    eventType: "session",
    location: "Open-air theatre",
    inDays: 20,
    minutes: 18 * 60 + 30,
    registered: 18,
    link: "https://forms.example/alumni-evening",
    picture: "lights",
  },
  {
    title: "Writing papers that get read",
    description: "From an idea to eight pages, with examples that worked and some that did not.",
    eventType: "workshop",
    location: "Online",
    inDays: 27,
    minutes: 11 * 60,
    limit: 60,
    registered: 9,
    picture: "papers",
  },
  {
    title: "Robots in narrow rooms",
    description: "A guest lecture with three robots, one of them shy.",
    eventType: "seminar",
    location: "Main auditorium",
    inDays: 41,
    minutes: 15 * 60,
    registered: 4,
    picture: "robot",
  },
  {
    title: "First steps in Git",
    description: "Commits, branches and how to get out of a mess.",
    eventType: "workshop",
    location: "Computer centre",
    inDays: -3,
    minutes: 17 * 60,
    limit: 30,
    registered: 30,
    picture: "branches",
  },
  {
    title: "Bridge of paper",
    description: "The longest span carried two kilograms.",
    eventType: "hackathon",
    location: "Structures lab",
    inDays: -12,
    minutes: 10 * 60,
    registered: 26,
    picture: "truss",
  },
  {
    title: "Mock interviews",
    description: "Half an hour each, honest words, no harm done.",
    eventType: "session",
    location: "Placement cell",
    inDays: -19,
    minutes: 14 * 60,
    limit: 20,
    registered: 20,
    picture: "interview",
  },
  {
    title: "Water of our river",
    description: "What three years of samples say, and what they do not.",
    eventType: "seminar",
    location: "Room 110",
    inDays: -33,
    minutes: 16 * 60 + 30,
    registered: 14,
    picture: "river",
  },
  {
    title: "Poster night",
    description: "Final-year projects on paper, with their makers beside them.",
    eventType: "other",
    location: "Corridor of block A",
    inDays: -60,
    minutes: 18 * 60,
    registered: 40,
    picture: "posters",
  },
];

const kolkataOffsetMs = 330 * 60_000;

/** 13 events to come and past: full with a waiting list, open, without a limit, with a form elsewhere, without a picture. */
export async function seedEvents({ db, storage, members, pick, now }: Demo): Promise<void> {
  const midnight = Math.floor((now + kolkataOffsetMs) / dayMs) * dayMs - kolkataOffsetMs;
  for (const [index, plan] of plans.entries()) {
    // The first member of the log-ins organizes the first event.
    const organizer = index === 0 ? members[0] : pick(members);
    if (!organizer) throw new Error("events need members");
    const createdAt = now - 70 * dayMs + index * dayMs;
    const imageId = plan.picture
      ? await savePicture(db, storage, plan.picture, index, organizer.id, createdAt)
      : null;
    const [event] = await db
      .insert(events)
      .values({
        title: plan.title,
        description: plan.description,
        eventType: plan.eventType,
        location: plan.location,
        startsAt: midnight + plan.inDays * dayMs + plan.minutes * 60_000,
        registrationLimit: plan.limit ?? null,
        registrationLink: plan.link ?? null,
        organizerId: organizer.id,
        imageId,
        createdAt,
        updatedAt: createdAt,
      })
      .returning({ id: events.id });
    if (!event) throw new Error("the insert returned no row");
    const [, student, ...others] = members;
    const start = (index * 7) % others.length;
    const first = plan.hasStudent && student ? [student] : [];
    const people = [...first, ...others.slice(start), ...others.slice(0, start)].map(({ id: userId }, n) => ({
      eventId: event.id,
      userId,
      createdAt: createdAt + n * 60_000,
    }));
    const registered = people.slice(0, plan.registered);
    const waiting = people.slice(plan.registered, plan.registered + (plan.waiting ?? 0));
    if (registered.length > 0) await db.insert(eventRegistrations).values(registered);
    if (waiting.length > 0) await db.insert(eventWaiting).values(waiting);
  }
}

/** Draws a picture and stores it as an uploaded one would be. */
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
