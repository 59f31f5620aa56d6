export const undoTexts = {
  late: "It's too late to undo this: a minute has passed.",
} as const;
