/** The server's answers to a change of a message, or of a line in the room. */
export const changeTexts = {
  unknownConversation: "No such conversation.",
  muted: "Notices of this conversation are muted.",
  unmuted: "Notices of this conversation are on again.",
  markedUnread: "Marked as unread.",
  archived: "Archived until something new comes.",
  unarchived: "Back in the list.",
  unknownMessage: "No such message.",
  notYours: "You can only change your own messages.",
  deletedMeanwhile: "This message was deleted.",
  tooLate: "A message can be edited for 15 minutes.",
  tooManyChanges: "That's a lot of changes. Please wait a moment and try again.",
  unknownReply: "The message that you answer isn't in this conversation.",
  hasLeft: "This member has left.",
  edited: "Message edited",
  deletedToast: "Message deleted",
} as const;

export const lineChangeTexts = {
  unknownLine: "No such line.",
  notYours: "You can only delete what you wrote today.",
  unknownReply: "The line that you answer isn't here any more.",
  deletedToast: "Line deleted",
} as const;
