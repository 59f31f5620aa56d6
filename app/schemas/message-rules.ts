/** What server and browser both go by. No zod here: the browser's bundle has none. */

/** The longest message, in characters. */
export const maxMessageLength = 4_000;
/** The same text by the same sender in the same conversation within this many milliseconds is one message. */
export const duplicateSendWindowMs = 2_000;
/** The largest frame a client may send, in bytes. */
export const maxFrameBytes = 16_384;

export const messageTexts = {
  blank: "Write a message first",
  failed: "Failed to send message",
  unsaved: "Message sent but not saved",
  noThread: "Failed to load messages",
  noInbox: "Failed to load conversations",
  toOneself: "You can not write to yourself.",
  noReceiver: "There is no such member.",
  blocked: "This member does not take messages from you.",
  notYou: "You can only send messages as yourself.",
  unanswered: "That did not work. Please try again.",
  noAnonymous: "Anonymous messages can not be sent here yet.",
} as const;
