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

/** The intent that undoes a change, on a page whose action handles `undo`. */
const undoes = { ask: "withdraw", withdraw: "ask", accept: "undo", decline: "undo", remove: "undo" } as const;

/** The Undo of a change. A request that connected the two at once has none. */
export const undoOf = (
  change: keyof typeof undoes,
  { connection }: { connection: string },
  action: string,
  userId: string,
) =>
  change === "ask" && connection === "connected"
    ? {}
    : { undo: { action, fields: { intent: undoes[change], userId } } };

/** The sentence that confirms a change. A request to a member who has already sent one connects the two. */
export const describeChange = (
  change: keyof typeof doneTexts,
  { connection }: { connection: string },
  name: string,
): string => doneTexts[connection === "connected" ? "accept" : change](name || "No Name");
