export const binTexts = {
  gone: "This is not in the bin, or no longer.",
  notYours: "A moderator or administrator removed this. Only they can restore it.",
  parentGone: "It can't return before what it belongs to: that is deleted, or part of another question.",
  boardsFull: "There are as many boards as there can be. Delete one first.",
  tooMany: "You restore a lot at once. Please wait a moment.",
  loadFailed: "Failed to load what was deleted",
  failed: "Failed to restore it",
  loggedOut: "You are logged out. Log in again to restore it.",
} as const;
