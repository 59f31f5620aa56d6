/** Rules that server and browser share. */

import type { Reaction } from "#db/vocabulary.ts";

export const maxMessageLength = 4_000;
/** The same text from the same sender in the same conversation within this time counts as one message. */
export const duplicateSendWindowMs = 2_000;
export const maxFrameBytes = 16_384;

export const isAlias = (id: string): boolean => id.startsWith("anon_");
export const anonymousName = "Anonymous";

export const messageTexts = {
  blank: "Write a message first",
  sendFailed: "Failed to send message",
  sentNotSaved: "Message sent but not saved",
  threadFailed: "Failed to load messages",
  inboxFailed: "Failed to load conversations",
  searchFailed: "Failed to search users",
  toYourself: "You can't message yourself.",
  unknownReceiver: "No such member.",
  blocked: "This member isn't accepting messages from you.",
  wrongSender: "You can only send messages as yourself.",
  tooMany: "That's a lot of messages. Please wait a moment and try again.",
  unexpected: "Something went wrong. Please try again.",
  anonymousOff: "This member doesn't accept anonymous messages.",
  anonymousSwitchedOff: "Anonymous messages are switched off here.",
  upwards: "They can tell that you graduate later.",
  onlyUpwards: "Anonymous messages can only go to members who graduate before you.",
  loggedOut: "You've been logged out.",
  deleted: "This message was deleted",
  changeFailed: "Failed to change the message",
} as const;

export const signNames = {
  thumb: "Thumbs up",
  heart: "Heart",
  laugh: "Laugh",
  wow: "Wow",
  thanks: "Thanks",
  check: "Done",
} satisfies Record<Reaction, string>;
export type { Reaction };

export const editWindowMs = 15 * 60_000;

/** How many characters of a message are quoted above a reply. */
export const quoteLength = 160;

export const attachmentWords = { picture: "Picture", file: "File" } as const;

/** The text of a message in a list, or above a reply. */
export const describeMessage = (content: string, attachments?: { width?: number | null }[]): string =>
  content || (attachments?.[0]?.width ? attachmentWords.picture : attachmentWords.file);
