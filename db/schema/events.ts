import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { eventTypes, type RegistrationQuestion } from "../vocabulary.ts";
import { id, moment, oneOf, version } from "./columns.ts";
import { images } from "./resources.ts";
import { users } from "./users.ts";

export const events = sqliteTable(
  "events",
  {
    id: id(),
    title: text().notNull(),
    description: text().notNull(),
    startsAt: moment().notNull(),
    endsAt: moment(),
    location: text().notNull(),
    eventType: text({ enum: eventTypes }).notNull(),
    registrationLimit: integer(),
    /** Triggers maintain the counts, so that a list costs the same for any number of attendees. */
    registrationCount: integer().notNull().default(0),
    waitingCount: integer().notNull().default(0),
    checkedInCount: integer().notNull().default(0),
    thanksCount: integer().notNull().default(0),
    registrationLink: text(),
    /** Shown to organizers, and from an hour before the start to registered members. */
    onlineUrl: text(),
    /** For an event and its repetitions: the id of the original, which may be deleted. */
    seriesId: integer(),
    /** Repetitions have the same questions with the same ids. */
    questions: text({ mode: "json" }).$type<RegistrationQuestion[]>().notNull().default([]),
    imageId: integer().references(() => images.id),
    organizerId: integer()
      .notNull()
      .references(() => users.id),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    version: version(),
  },
  (t) => [
    index("events_starts").on(t.startsAt, t.id),
    index("events_type_starts").on(t.eventType, t.startsAt, t.id),
    index("events_organizer").on(t.organizerId),
    index("events_image").on(t.imageId),
    index("events_series").on(t.seriesId, t.startsAt, t.id).where(sql`series_id is not null`),
    index("events_asking").on(t.startsAt).where(sql`questions <> '[]'`),
    check("events_type", oneOf(t.eventType, eventTypes)),
    check("events_limit", sql`${t.registrationLimit} >= 1`),
    check("events_end", sql`${t.endsAt} > ${t.startsAt}`),
  ],
);

export const eventRegistrations = sqliteTable(
  "event_registrations",
  {
    /** Not a foreign key, because these rows stay here while the event is in the bin. */
    eventId: integer().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: moment().notNull(),
    checkedInAt: moment(),
    /** By the question's id; "yes" or "no" for a yes-no question. Only the member and the organizers may read them. */
    answers: text({ mode: "json" }).$type<Record<string, string>>(),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.userId] }),
    index("event_registrations_user").on(t.userId, t.eventId),
    index("event_registrations_answered").on(t.eventId).where(sql`answers is not null`),
  ],
);

export const eventWaiting = sqliteTable(
  "event_waiting",
  {
    id: id(),
    /** Not a foreign key, because these rows stay here while the event is in the bin. */
    eventId: integer().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: moment().notNull(),
  },
  (t) => [
    uniqueIndex("event_waiting_once").on(t.eventId, t.userId),
    index("event_waiting_line").on(t.eventId, t.id),
    index("event_waiting_user").on(t.userId, t.eventId),
  ],
);

/** Members who were asked to co-organize an event. */
export const eventOrganizers = sqliteTable(
  "event_organizers",
  {
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    askedAt: moment().notNull(),
    /** Null until they accept. */
    acceptedAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.userId] }),
    index("event_organizers_user").on(t.userId, t.eventId),
  ],
);

/**
 * The entries of a subscribed calendar, so that a changed entry gets a higher number and a missing one is cancelled.
 */
export interface CalendarMemory {
  uid: string;
  startsAt: number;
  endsAt: number | null;
  digest: string;
  sequence: number;
  changedAt: number;
  isCancelled: boolean;
}

export const calendars = sqliteTable(
  "calendars",
  {
    id: id(),
    /** Null for the public calendar of events. */
    userId: integer().references(() => users.id, { onDelete: "cascade" }),
    codeHash: text(),
    hasDeadlines: integer({ mode: "boolean" }).notNull().default(false),
    entries: text({ mode: "json" }).$type<CalendarMemory[]>().notNull().default([]),
    /** Counts the changes of `entries`. */
    revision: integer().notNull().default(0),
    createdAt: moment().notNull(),
  },
  (t) => [uniqueIndex("calendars_user").on(t.userId), uniqueIndex("calendars_code").on(t.codeHash)],
);

export const eventMessages = sqliteTable(
  "event_messages",
  {
    id: id(),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    userId: integer()
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    sentAt: moment().notNull(),
  },
  (t) => [
    uniqueIndex("event_messages_once").on(t.eventId, t.text),
    index("event_messages_event").on(t.eventId, t.id),
    index("event_messages_user").on(t.userId),
  ],
);
