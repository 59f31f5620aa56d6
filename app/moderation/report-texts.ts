import { type BinSubject, isBinSubject, type JobReportKind, type ReportSubject } from "#db/vocabulary.ts";

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

const otherNames = {
  user: "member",
  alias: "anonymous member",
  message: "message",
  "room-line": "anonymous message",
  application: "application",
  "application-answer": "answer to an application",
  thanks: "line of thanks",
  mute: "mute",
} as const satisfies Record<Exclude<ReportSubject, BinSubject>, string>;

export const subjectName = (subject: ReportSubject): string =>
  isBinSubject(subject) ? subject : otherNames[subject];

/** Maximum length of the reason sent to the owner of a removed item. */
export const maxReasonLength = 300;
