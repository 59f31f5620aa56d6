import { describeCompleteness } from "#app/people/completeness.ts";
import { getStudyStatus } from "#app/people/study-status.server.ts";
import { env } from "#app/platform/env.server.ts";
import { isAreaOn } from "#app/platform/http/area-switch.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { dayMs } from "#app/platform/time/durations.ts";
import { type Card, isFileAct } from "./card.server.ts";
import type { loadToday } from "./today.server.ts";

/** Maximum time for which a new member sees the first steps. */
const maxStepsAgeMs = 30 * dayMs;

type Loaded = Awaited<ReturnType<typeof loadToday>>;
type Own = NonNullable<Loaded["own"]>;

/** Formats a member's home page: a greeting, the day's line, the cards, and a new member's first steps. */
export function presentToday({ line, boards, cards, own, isAlumni }: Loaded, now = Date.now()) {
  return {
    greeting: greet(now),
    firstName: own?.user.firstName ?? "",
    line,
    ...(boards.length > 0 && { boards }),
    steps: own ? describeSteps(own, now) : null,
    cards: cards.map(presentCard),
    isAlumni,
  };
}
export type TodayContent = ReturnType<typeof presentToday>;

/** Reading an announcement or downloading a file finishes its card, so both need a form. */
const intentOf = (card: Card) =>
  card.act.to === null
    ? "act"
    : isFileAct(card)
      ? "download"
      : card.id.startsWith("announcement-")
        ? "open"
        : null;

/** Small, because every byte is sent twice, as HTML and as data. Without an intent the action is a link. */
export function presentCard(card: Card) {
  const { id, text, detail, url, act, cover, person, icon, isRequest, isOffer } = card;
  const intent = intentOf(card);
  return {
    id,
    text,
    detail,
    url: intent === null && act.to !== null ? act.to : url,
    ...(card.kind === "note" && { file: act.to }),
    label: act.label,
    intent,
    ...(isRequest && { isRequest }),
    ...(isOffer && { isOffer }),
    ...(cover
      ? { cover }
      : person
        ? { name: person.name, avatarUrl: person.avatarUrl, sign: person.sign }
        : { icon }),
  };
}

const hourFormat = new Intl.DateTimeFormat("en-GB", {
  timeZone: env.TIME_ZONE,
  hourCycle: "h23",
  hour: "2-digit",
});
const greet = (now: number): string => {
  const hour = Number(hourFormat.format(now));
  return hour < 12 ? "Good morning" : hour < 17 ? "Good afternoon" : "Good evening";
};

/** Returns a new member's three first steps, or null once they are done, dismissed or too old. */
function describeSteps({ user, hasAsked, hasBatchMates }: Own, now: number) {
  const { year, alumni } = getStudyStatus(user);
  const { done, total, request } = describeCompleteness(user, alumni);
  const hasNotes = user.notesFoundAt !== null || !isAreaOn("resources");
  const isDone = done === total && hasAsked && hasNotes;
  if (isDone || user.stepsDismissedAt !== null || user.createdAt < now - maxStepsAgeMs) return null;
  return {
    profile: { isDone: done === total, request },
    /** Null if nobody else of the batch is here. */
    batchYear: hasBatchMates ? user.batchYear : null,
    hasAsked,
    hasNotes,
    /** Year of study; null for alumni and future students. */
    year,
    ...(settings.welcome && { welcome: settings.welcome }),
  };
}
