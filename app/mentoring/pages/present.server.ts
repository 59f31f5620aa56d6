import { presentPerson } from "#app/people/person.server.ts";
import { formatShortDay, timeAgo, today } from "#app/platform/time/time.server.ts";
import type { MentoringRow } from "../list.server.ts";
import { lapsesAfterMs } from "../rules.server.ts";

const endings = {
  declined: "Declined",
  lapsed: "Lapsed without an answer",
  ended: "Ended",
};

/** A mentoring as the pages show it: the other member, and its state in a sentence. */
export function presentMentoring(row: MentoringRow) {
  const { id, isMentor, topic, state, text, answer, thanks, isQuiet, other } = row;
  const person = presentPerson(other);
  return {
    id,
    isMentor,
    state,
    topic,
    text,
    answer,
    thanks,
    isQuiet,
    isEndedByViewer: row.isEndedByViewer,
    wasAccepted: row.answeredAt !== null,
    // A suspended member has no page.
    person: other.status === "active" ? person : { ...person, href: null },
    partnerPath: `/messages/${other.id}`,
    standing: describeStanding(row),
  };
}

function describeStanding({ isMentor, state, askedAt, answeredAt, endedAt }: MentoringRow): string {
  if (state === "asked") {
    return `Asked ${timeAgo(askedAt)}, open until ${formatShortDay(today(askedAt + lapsesAfterMs))}`;
  }
  if (state === "accepted") {
    return `${isMentor ? "You are their mentor" : "Your mentor"} since ${formatShortDay(today(answeredAt ?? askedAt))}`;
  }
  if (state === "ended" && answeredAt === null) return `Taken back ${timeAgo(endedAt ?? askedAt)}`;
  return `${endings[state]} ${timeAgo(endedAt ?? answeredAt ?? askedAt)}`;
}

export type ShownMentoring = ReturnType<typeof presentMentoring>;
