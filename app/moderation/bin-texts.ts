export const binTexts = {
  gone: "This is not in the bin any more.",
  notYours: "A moderator or administrator removed this. Only they can restore it.",
  parentGone: "It can't be restored, because its question was deleted or merged into another.",
  boardsFull: "There are 50 boards already. Delete one first.",
  tooMany: "You've restored many things at once. Please wait a moment.",
  loadFailed: "Failed to load deleted items",
  failed: "Failed to restore it",
  loggedOut: "You are logged out. Log in again to restore it.",
} as const;
