export const outcomes = {
  dismissed: "Dismissed",
  removed: "Removed",
  muted: "Author muted",
  lifted: "Mute lifted",
} as const;
