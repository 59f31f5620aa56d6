// Browsers need this file too, so it must not import zod.

import { type Audience, audiences, type PrivateField, privateFields } from "#db/vocabulary.ts";

export { type Audience, audiences, type PrivateField, privateFields };

/** What the form says to the question who can see a detail. */
export const audienceLabels: Record<Audience, string> = {
  nobody: "Only you",
  connections: "Your connections",
  members: "All members",
};

/** What the profile says beside a detail. */
export const audienceNotes: Record<Audience, string> = {
  nobody: "Only you see this",
  connections: "Your connections see this",
  members: "All members see this",
};

/** The longest texts of a profile, in characters. */
export const maxLengths = {
  name: 121,
  phone: 30,
  gender: 40,
  roll: 40,
  branch: 100,
  location: 100,
  company: 120,
  position: 120,
} as const;

export const profileTexts = {
  loadFailed: "Your profile couldn't be loaded.",
  saveFailed: "Your profile couldn't be saved. Please try again.",
  pictureFailed: "Your picture couldn't be saved. Please try again.",
  loggedOut: "You're logged out. Log in again in another tab, then submit this form again.",
  tooMany: "You've changed profiles many times. Please wait a few minutes.",
  notYours: "Only its owner can change this profile.",
  gone: "No such member.",
} as const;
