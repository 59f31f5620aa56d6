export const undoTexts = {
  held: "They are notified in a minute. Until then you can undo it.",
  done: "It is as it was before.",
  late: "It's too late to undo this: a minute has passed.",
} as const;
