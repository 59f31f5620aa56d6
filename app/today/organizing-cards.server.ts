import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { env } from "#app/platform/env.server.ts";
import { db, eventOrganizers, events, users } from "#db/index.ts";
import { formatShortMoment } from "../events/times.ts";
import { personColumns, presentPerson } from "../people/person.server.ts";
import { defineCards, isNoBlockWith, maxOfSource } from "./card.server.ts";

/** Invitations to organize an upcoming event. */
export const organizingRequests = defineCards({
  kind: "request",
  icon: "feature-events",
  subject: "events",
  select: ({ viewer, now }, filter) =>
    db
      .select({
        id: events.id,
        title: events.title,
        startsAt: events.startsAt,
        location: events.location,
        organizer: personColumns,
      })
      .from(eventOrganizers)
      .innerJoin(events, eq(events.id, eventOrganizers.eventId))
      .innerJoin(users, eq(users.id, events.organizerId))
      .where(
        and(
          eq(eventOrganizers.userId, viewer.id),
          isNull(eventOrganizers.acceptedAt),
          sql`events.starts_at >= ${now}`,
          isNoBlockWith(viewer, sql`events.organizer_id`),
          filter(sql`'organize-' || events.id`),
        ),
      )
      .orderBy(asc(events.startsAt), asc(events.id))
      .limit(maxOfSource),
  present: ({ id, title, startsAt, location, organizer }, { now }) => ({
    id: `organize-${id}`,
    text: `You are asked to organize ${title}`,
    detail: `${formatShortMoment(startsAt, env.TIME_ZONE, now)} · ${location}`,
    url: `/events/${id}`,
    act: { label: "Answer", to: `/events/${id}` },
    person: presentPerson(organizer),
    personId: organizer.id,
  }),
});
