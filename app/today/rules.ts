/** The kinds of cards in Today. */
export const todayKinds = [
  "messages",
  "request",
  "answer",
  "seat",
  "event",
  "question",
  "note",
  "job",
  "thanks",
  "administration",
] as const;
export type TodayKind = (typeof todayKinds)[number];

/** Where cards come from: the prefixes of their ids. */
export const cardSources = [
  ...([
    "announcement",
    "messages",
    "request",
    "mentoring",
    "organize",
    "applications",
    "application",
  ] as const),
  ...(["answer", "seat", "event", "coming", "question", "mentor", "note", "job", "posting"] as const),
  ...(["thanks", "batch", "reports"] as const),
];
export type CardSource = (typeof cardSources)[number];

export const todayTexts = {
  loadFailed: "We couldn't load what waits for you.",
  failed: "That couldn't be done. Please try again.",
  gone: "There is no such card.",
  nothingToDo: "This card has no action.",
  hidden: "Dismissed. It won't come back.",
  later: "Hidden until tomorrow.",
  stepsHidden: "The first steps are hidden.",
} as const;
