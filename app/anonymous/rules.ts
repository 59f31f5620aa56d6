/** Rules that server and browser share. */

export const maxLineLength = 1_000;
export const roomName = "anonymous-chat";

export const roomTexts = {
  blank: "Write a message first",
  loadFailed: "Failed to load messages",
  sendFailed: "Failed to send message",
  tooMany: "That's a lot of messages. Please wait a moment and try again.",
  mutedToday: "A moderator or administrator has muted you here until midnight. You can still read.",
  loggedOut: "You've been logged out.",
  changeFailed: "Failed to change the line",
} as const;
