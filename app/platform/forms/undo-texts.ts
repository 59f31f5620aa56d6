export const undoTexts = {
  held: "They will be notified in a minute. Until then you can undo it.",
  done: "Undone.",
  late: "It's too late to undo this: a minute has passed.",
} as const;
