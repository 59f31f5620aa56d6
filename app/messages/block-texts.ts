/** A module without zod, so that browsers can import it. */
export const blockTexts = {
  unknown: "No such member.",
  yourself: "You can't block yourself.",
  tooMany: "That's a lot of blocking. Please wait a moment and try again.",
  unknownAct: "That form is not one of ours.",
  loadFailed: "Failed to load blocked people",
  saveFailed: "That couldn't be saved. Please try again.",
  blocked: "Blocked. They aren't told.",
  lineUnblocked: "Unblocked. Their thanks reach you again.",
  unblocked: "Unblocked. They can message you again.",
  loggedOut: "You've been logged out. Please log in again.",
} as const;
