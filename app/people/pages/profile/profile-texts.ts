import type { AskWay, Visibility } from "#db/vocabulary.ts";

/** The form's names for audiences. */
export const audienceLabels: Record<Visibility, string> = {
  nobody: "Only you",
  connections: "Your connections",
  members: "All members",
};

/** The profile's notes next to a detail, by audience. */
export const audienceNotes: Record<Visibility, string> = {
  nobody: "Only you see this",
  connections: "Your connections see this",
  members: "All members see this",
};

/** The form's labels for the ways in which a member likes to be asked. */
export const askWayLabels: Record<AskWay, string> = {
  message: "By message",
  anonymous: "Anonymously",
  public: "In public, under Questions",
};

export const profileTexts = {
  loadFailed: "Your profile couldn't be loaded.",
  saveFailed: "Your profile couldn't be saved. Please try again.",
  pictureFailed: "Your picture couldn't be saved. Please try again.",
  loggedOut: "You're logged out. Log in again in another tab, then submit this form again.",
} as const;
