export const connectionTexts = {
  loadFailed: "Failed to load connections",
  failed: "Failed to update the connection",
  toYourself: "You can't connect with yourself.",
  unknown: "No such member.",
  blocked: "This member isn't accepting requests from you.",
  settled: "This request has already been answered or withdrawn.",
  tooMany: "That's a lot of requests. Please wait a moment and try again.",
} as const;
