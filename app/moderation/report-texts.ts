import type { JobReportKind } from "#db/vocabulary.ts";

/** The texts of the pages about reports. */
export const reportTexts = {
  readers: "Administrators and moderators read this.",
  reasonMissing: "Say what is wrong",
  kindUnknown: "Choose one of the two",
  nothingThere: "There is nothing here that you can report.",
  tooMany: "You've sent many reports today. Please continue tomorrow.",
  sendFailed: "Your report wasn't sent. Check your connection and try again.",
  loadFailed: "Failed to load reports",
  resolveFailed: "That couldn't be saved. Please try again.",
  loggedOut: "You've been logged out. Please log in again.",
} as const;

export const jobReportLabels: Record<JobReportKind, string> = {
  "asks-for-money": "It asks for money",
  other: "Something else",
};

export const subjectNames = {
  user: "member",
  alias: "anonymous member",
  message: "message",
  "room-line": "anonymous message",
  job: "job",
  application: "application",
  "application-answer": "answer to an application",
  event: "event",
  resource: "resource",
  question: "question",
  answer: "answer",
  comment: "comment",
  experience: "experience",
  board: "board",
  thanks: "line of thanks",
  mute: "mute",
} as const;

/** Maximum length of the reason sent to the owner of a removed thing. */
export const maxReasonLength = 300;
