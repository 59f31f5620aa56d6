import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { NoticeKindName } from "#app/notices/kinds.ts";
import { env } from "#app/platform/env.server.ts";
import { db, notices, users } from "#db/index.ts";
import { isOfAnonymous, isOfHidden } from "#db/scopes/notices.ts";
import { isOwnPost, ownAliases } from "#db/scopes/questions.ts";
import { isReadableThanks, readableLine, thankedId } from "#db/scopes/thanks.ts";
import { type ThankedKind, thankedKinds } from "#db/vocabulary.ts";
import { formatShortMoment } from "../events/times.ts";
import { personColumns, presentPerson } from "../people/person.server.ts";
import { toPlainText } from "../questions/markdown.server.ts";
import {
  type CardFilter,
  defineCards,
  isNoBlockWith,
  maxOfSource,
  quoted,
  type Reader,
} from "./card.server.ts";
import { coverOf } from "./event-cards.server.ts";

/**
 * Selects unread notices of a kind. Opening their page marks them as read on every device. A notice whose count grows
 * becomes a new card.
 */
export const unreadNotices = <More extends Record<string, SQL>>(
  { viewer }: Reader,
  filter: CardFilter,
  { kind, name, more, condition }: { kind: NoticeKindName; name: string; more: More; condition?: SQL },
) =>
  db
    .select({
      card: sql<string>`${name} || '-' || notices.id || '-' || notices.count`,
      count: notices.count,
      facts: notices.facts,
      url: notices.url,
      actor: personColumns,
      ...more,
    })
    .from(notices)
    .leftJoin(users, eq(users.id, notices.actorId))
    .where(
      and(
        eq(notices.userId, viewer.id),
        eq(notices.kind, kind),
        isNull(notices.readAt),
        sql`not ${isOfHidden}`,
        viewer.hasScopes ? sql`not ${isOfAnonymous}` : undefined,
        sql`(notices.actor_id is null or ${isNoBlockWith(viewer, sql`notices.actor_id`)})`,
        condition,
        filter(sql`${name} || '-' || notices.id || '-' || notices.count`),
      ),
    )
    .orderBy(desc(notices.at), desc(notices.id))
    .limit(maxOfSource);

/** Characters of an answer that are read, enough for its first line. */
const maxRead = 400;

/** An expression over the newest answer to a notice's question that the reader may see. */
const newestAnswer = <Value>({ viewer }: Reader, what: SQL<Value>) =>
  sql<Value | null>`(select ${what} from answers as shown
    where shown.question_id = cast(notices.subject as integer) and shown.hidden_at is null
      and coalesce(shown.author_id <> ${viewer.id}, shown.alias not in ${ownAliases(viewer)})
      and (shown.author_id is null or ${isNoBlockWith(viewer, sql`shown.author_id`)})
    order by shown.id desc limit 1)`;

export const answers = defineCards({
  kind: "answer",
  icon: "feature-threads",
  subject: "questions",
  select: (reader, filter) =>
    unreadNotices(reader, filter, {
      kind: "question-answered",
      name: "answer",
      more: {
        answerId: newestAnswer(reader, sql<number>`shown.id`),
        body: newestAnswer(reader, sql<string>`substr(shown.body, 1, ${maxRead})`),
      },
      condition: sql`exists (select 1 from questions where questions.id = cast(notices.subject as integer)
        and ${isOwnPost("questions", reader.viewer)})`,
    }),
  present: ({ card, count, facts, url, actor, answerId, body }) => {
    const person = count === 1 && actor ? presentPerson(actor) : null;
    const who = count === 1 ? (person?.name ?? "Somebody") : `${count} people`;
    const [line = ""] = toPlainText(body ?? "").split("\n");
    const to = answerId === null ? url : `${url}#answer-${answerId}`;
    return {
      id: card,
      text: `${who} answered your question`,
      detail: line ? `${quoted(line)} · ${facts.title ?? ""}` : quoted(facts.title ?? ""),
      url: to,
      act: { label: "Read", to },
      person,
      personId: person && actor ? actor.id : null,
    };
  },
});

export const seats = defineCards({
  kind: "seat",
  icon: "feature-events",
  subject: "events",
  select: (reader, filter) =>
    unreadNotices(reader, filter, {
      kind: "event-seat",
      name: "seat",
      more: {
        id: sql<number>`cast(notices.subject as integer)`,
        title: sql<string>`(select title from events where events.id = cast(notices.subject as integer))`,
        startsAt: sql<number>`(select starts_at from events where events.id = cast(notices.subject as integer))`,
        location: sql<string>`(select location from events where events.id = cast(notices.subject as integer))`,
        imageFile: sql<string | null>`(select file from images where images.id =
          (select image_id from events where events.id = cast(notices.subject as integer)))`,
      },
      condition: sql`exists (select 1 from event_registrations as taken join events on events.id = taken.event_id
        where taken.event_id = cast(notices.subject as integer) and taken.user_id = ${reader.viewer.id}
          and events.starts_at >= ${reader.now})`,
    }),
  present: ({ card, url, startsAt, location, ...event }, { now }) => ({
    id: card,
    text: `You have a seat: ${event.title}`,
    detail: `${formatShortMoment(startsAt, env.TIME_ZONE, now)} · ${location}`,
    url,
    cover: coverOf(event),
    act: { label: "Add to calendar", to: `${url}.ics` },
    person: null,
    personId: null,
  }),
});

/** The latest readable thank-you line about a notice's subject, or null. */
const lastLine = (userId: number) => {
  const lineOf = (kind: ThankedKind) =>
    sql`when ${sql.raw(`'${kind}'`)} then (select ${readableLine("given")} from thanks as given
      where given.${sql.raw(kind)}_id = ${thankedId(kind)} and ${isReadableThanks("given", userId)}
      order by given.id desc limit 1)`;
  return sql<string | null>`case notices.facts ->> 'what' ${sql.join(thankedKinds.map(lineOf), sql` `)} end`;
};

export const received = defineCards({
  kind: "thanks",
  icon: "sun",
  subject: "users",
  select: (reader, filter) =>
    unreadNotices(reader, filter, {
      kind: "thanks",
      name: "thanks",
      more: { line: lastLine(reader.viewer.id) },
    }),
  present: ({ card, count, facts, url, actor, line }) => {
    const person = count === 1 && actor ? presentPerson(actor) : null;
    const whom = count === 1 ? (person?.name ?? "somebody") : `${count} people`;
    return {
      id: card,
      text: `${quoted(facts.title ?? "")} helped ${whom}`,
      detail: line === null ? null : quoted(line),
      url,
      act: { label: "Read", to: url },
      person,
      personId: person && actor ? actor.id : null,
    };
  },
});
