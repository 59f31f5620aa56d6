import { describeTooLarge } from "#app/platform/files/rules.ts";
import { resourceTexts } from "#app/resources/rules.ts";
import type { ApplicationState } from "#db/vocabulary.ts";

// Used in the browser, which loads neither the schemas nor zod: docs/decisions/0005.

export const letterRules = { min: 50, max: 2_000 } as const;
export const maxAnswerLength = 1_000;
export const maxPdfBytes = 5 * 1024 * 1024;
export const pdfType = "application/pdf,.pdf";

export const applicationTexts = {
  ...resourceTexts,
  letterMissing: "Write a short letter",
  letterTooShort: `Write at least ${letterRules.min} characters`,
  pdfMissing: "Choose a PDF",
  failed: "Your application could not be sent. Please try again.",
  loggedOut: "You're logged out. Log in again in another tab, then send this form again.",
  tooLarge: describeTooLarge("file", maxPdfBytes),
  wrongType: "Only a PDF is accepted.",
  wrongContent: "The file's content is not a PDF.",
  tooManyToday: "You've sent 20 applications in a day. Please continue tomorrow.",
  sentAlready: "You have applied for this job already.",
  ownJob: "This is your own job.",
  closed: "Applications for this job are closed.",
  elsewhere: "This job takes applications elsewhere: its page says how.",
  blocked: "You can't apply for this job.",
  loadFailed: "Failed to load applications",
  answerFailed: "Your answer could not be sent. Please try again.",
  notPoster: "Only the person who posted this job reads its applications.",
  gone: "This application is no longer available.",
  answered: "They have read your answer, so it can't be changed.",
  blockedAnswer: "You can't write to this member.",
  state: "The state is not one of the list",
} as const;

/** Labels for the applicant. */
export const applicationLabels = {
  sent: "Sent, not read yet",
  read: "Read, not answered yet",
  invited: "You are invited",
  declined: "Declined",
} as const satisfies Record<ApplicationState, string>;

/** Labels for the poster. */
export const receivedLabels = {
  sent: "New",
  read: "Read",
  invited: "Invited",
  declined: "Declined",
} as const satisfies Record<ApplicationState, string>;

export const applicationFileUrl = (id: number, name: string): string =>
  `/files/applications/${id}/${encodeURIComponent(name)}`;

export const countApplications = (count: number): string =>
  count === 1 ? "1 application" : `${count} applications`;
