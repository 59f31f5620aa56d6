export const connectionTexts = {
  loadFailed: "Failed to load connections",
  failed: "Failed to update the connection",
  toYourself: "You can't connect with yourself.",
  unknown: "No such member.",
  blocked: "This member isn't accepting requests from you.",
  settled: "This request has already been answered or withdrawn.",
  tooMany: "That's a lot of requests. Please wait a moment and try again.",
} as const;

const doneTexts = {
  ask: (name: string) => `Your request to ${name} is sent.`,
  accept: (name: string) => `You're connected with ${name}.`,
  decline: (name: string) => `The request of ${name} is declined.`,
  withdraw: (name: string) => `Your request to ${name} is withdrawn.`,
  remove: (name: string) => `You're no longer connected with ${name}.`,
};

/** The question before a change that takes something from the other member. */
export const questions: Partial<Record<string, (name: string) => string>> = {
  decline: (name) => `Decline ${name}'s request?`,
  remove: (name) => `Remove your connection with ${name}?`,
};

/** The Undo of a change that asked before, for a page whose action handles `undo`. */
export const undoOf = (change: string, action: string, userId: string) =>
  change in questions ? { undo: { action, fields: { intent: "undo", userId } } } : {};

/** The sentence that confirms a change. A request to a member who has already sent one connects the two. */
export const describeChange = (
  change: keyof typeof doneTexts,
  { connection }: { connection: string },
  name: string,
): string => doneTexts[connection === "connected" ? "accept" : change](name || "No Name");
