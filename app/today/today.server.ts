import { eq, sql } from "drizzle-orm";
import { selectPinnedLines } from "#app/boards/pins.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { env } from "#app/platform/env.server.ts";
import { isAreaOn, isCardOn } from "#app/platform/http/area-switch.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import { connections, db, users } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { formatShortMoment } from "../events/times.ts";
import { getStudyStatus } from "../people/study-status.server.ts";
import { announced } from "./announcement-cards.server.ts";
import { answeredApplications, waitingApplications } from "./application-cards.server.ts";
import { type Card, isNotDismissed, type Reader, type Source } from "./card.server.ts";
import { eventsToJoin, ownEvents, selectNextEvent } from "./event-cards.server.ts";
import { organizingRequests } from "./organizing-cards.server.ts";
import {
  administration,
  connectionRequests,
  mentoringRequests,
  mentorsToAsk,
  newInBatch,
  unreadMessages,
} from "./people-cards.server.ts";
import { type CardSource, cardSources } from "./rules.ts";
import { closingPostings, jobsThatFit, newNotes, questionsToAnswer } from "./thing-cards.server.ts";
import { answers, received, seats } from "./told-cards.server.ts";

const maxCards = 7;

const sources = {
  announcement: announced,
  messages: unreadMessages,
  request: connectionRequests,
  mentoring: mentoringRequests,
  organize: organizingRequests,
  applications: waitingApplications,
  application: answeredApplications,
  answer: answers,
  seat: seats,
  event: ownEvents,
  coming: eventsToJoin,
  question: questionsToAnswer,
  mentor: mentorsToAsk,
  note: newNotes,
  job: jobsThatFit,
  posting: closingPostings,
  thanks: received,
  batch: newInBatch,
  reports: administration,
} satisfies Record<CardSource, Source>;
type Selected = Record<CardSource, ReturnType<Source["select"]>>;

/** The order of cards for students and for alumni. */
const orders: Record<"student" | "alumni", CardSource[]> = {
  student: [
    ...(["announcement", "messages", "request", "mentoring", "organize"] as const),
    ...(["application", "answer", "seat", "event", "coming", "applications"] as const),
    ...(["question", "note", "job", "mentor", "posting", "thanks"] as const),
  ],
  alumni: [
    ...(["announcement", "messages", "request", "mentoring", "organize"] as const),
    ...(["applications", "application", "question", "batch", "posting"] as const),
    ...(["event", "coming", "seat", "answer", "job", "thanks"] as const),
  ],
};

/** Returns the source of a card's id, or null for an invalid id and a source that is switched off. */
export function findSource(id: string): Source | null {
  const name = id.split("-", 1)[0] === "approvals" ? "reports" : id.split("-", 1)[0];
  const found = id.length <= 40 && cardSources.find((one) => one === name);
  return found && isCardOn(found) ? sources[found] : null;
}

export const readerOf = (viewer: Viewer, now = Date.now()): Reader => ({ viewer, now, day: today(now) });

/**
 * Loads a member's home page in one round trip: the day's line, up to seven cards in the order for students or alumni,
 * and the data for the first steps.
 * @param mayRead which subjects the caller may read; all, unless a token limits them
 */
export async function loadToday(
  viewer: Viewer,
  mayRead: (subject: Source["subject"]) => boolean = () => true,
  now = Date.now(),
) {
  const reader = readerOf(viewer, now);
  const which = isNotDismissed(viewer);
  const names = cardSources.filter(isCardOn);
  const {
    own: [own],
    next: [next],
    boards,
    ...found
  } = await namedBatch({
    own: selectOwn(viewer.id),
    next: selectNextEvent(reader),
    boards: selectPinnedLines(viewer.id, now),
    ...(Object.fromEntries(
      names.map((name) => [name, sources[name].select(reader, which)]),
    ) as Partial<Selected>),
  });
  const { alumni } = getStudyStatus(own?.user ?? { batchYear: null, programmeId: null }, reader.day);
  const cardsOf = (name: CardSource): Card[] =>
    found[name] && mayRead(sources[name].subject) ? sources[name].present(found[name], reader) : [];
  const waiting = cardsOf("reports");
  const others = orders[alumni ? "alumni" : "student"].flatMap((name) =>
    cardsOf(name).map((card, place) => ({ card, place })),
  );
  // The first card of every source precedes the second of any.
  const chosen = others.toSorted((a, b) => a.place - b.place).slice(0, maxCards - waiting.length);
  return {
    boards: isAreaOn("boards") ? boards : [],
    line: describeDay(next && isAreaOn("events") && mayRead("events") ? next : null, now),
    // Reports are always shown. `chosen` leaves room for them.
    cards: [...others.filter((one) => chosen.includes(one)).map(({ card }) => card), ...waiting],
    own,
    isAlumni: alumni,
  };
}

const selectOwn = (userId: number) =>
  db
    .select({
      user: users,
      hasAsked: sql<boolean>`exists (select 1 from ${connections} where asked_by = ${userId})`.mapWith(
        Boolean,
      ),
      hasBatchMates: sql`exists (select 1 from users as mate
        where mate.status = 'active' and mate.batch_year = users.batch_year and mate.id <> ${userId})`.mapWith(
        Boolean,
      ),
    })
    .from(users)
    .where(eq(users.id, userId));

const dayFormat = new Intl.DateTimeFormat("en-GB", {
  timeZone: env.TIME_ZONE,
  weekday: "long",
  day: "numeric",
  month: "long",
});
/** "Thursday 26 November" */
const formatToday = (now: number): string => dayFormat.format(now).replace(",", "");

const numberWords = "two three four five six seven eight nine ten eleven twelve".split(" ");

/**
 * The day and the reader's next event: "Thursday 26 November, three days to Night sky walk", "Tomorrow: Night sky walk",
 * "Thursday 26 November, Night sky walk today at 20:00".
 */
function describeDay(next: { title: string; startsAt: number } | null | undefined, now: number): string {
  if (!next) return formatToday(now);
  const { title, startsAt } = next;
  const dayOf = (moment: number) => Date.parse(today(moment));
  const days = Math.round((dayOf(startsAt) - dayOf(now)) / 86_400_000);
  if (days === 1) return `Tomorrow: ${title}`;
  const event =
    days === 0
      ? `${title} today at ${formatShortMoment(startsAt, env.TIME_ZONE).slice(-5)}`
      : `${numberWords[days - 2] ?? days} days to ${title}`;
  return `${formatToday(now)}, ${event}`;
}
