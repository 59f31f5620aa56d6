import type { Count } from "#app/jobs/tracking-texts.ts";

// The browser uses this file, so it must not import the schemas and their library: docs/decisions/0005.

export const announcementTexts = {
  loadFailed: "The announcements couldn't be loaded.",
  failed: "That couldn't be announced. Please try again.",
  takeBackFailed: "It couldn't be taken back. Please try again.",
  loggedOut: "You have been logged out. Log in to announce it.",
  textMissing: "Write what you announce",
  batchWrong: "Choose a batch from the list",
  untilMissing: "Choose the last day on which it is shown",
  untilWrong: "Choose a day such as 2030-12-31",
  untilPast: "Choose today or a later day",
  untilFar: "Choose a day within a year",
  notAllowed: "You can't announce to these members.",
  onceADay: "There has already been an announcement there today. You can post the next one tomorrow.",
  gone: "There is no such announcement.",
  notYours: "Only people who may announce there can take it back.",
  onlyAdmins: "Only administrators choose who may announce.",
  noMember: "There is no such member.",
  announced: "It is announced.",
  takenBack: "The announcement and its notices have been withdrawn.",
} as const;

export const describeAudience = (batchYear: number | null): string =>
  batchYear === null ? "all members" : `batch ${batchYear}`;

/** "Read by nobody yet", "Read by a few", "Read by 34". */
export function describeReads(reads: Count): string {
  if (reads === 0) return "Read by nobody yet";
  return reads === "<5" ? "Read by a few" : `Read by ${reads}`;
}
