/** The sentences shown to muted members. */

/** Shown instead of a form. */
export interface ShownMute {
  /** Everything the member writes, only their anonymous posts, or only today's lines in the anonymous room. */
  covers: "everything" | "anonymous" | "room";
  reason: string;
  /** Such as "until 31 Dec, 18:30". Null for a mute without an end. */
  until: string | null;
}

const covered = {
  everything: "You are muted",
  anonymous: "What you write anonymously is muted",
  room: "You are muted here",
};

export const muteTitle = ({ covers, until }: ShownMute): string =>
  [covered[covers], until].filter(Boolean).join(" ");

export const muteMeanings = {
  everything: "You can read everything, and delete and restore what is yours.",
  anonymous: "You can read everything, and write under your name.",
  room: "You can read everything here, and write again tomorrow.",
} as const;

export const muteTexts = {
  reasonMissing: "Say why: they read it",
  reasonTooShort: "At least 3 characters",
  lengthMissing: "Choose for how long",
  appealMissing: "Write your answer first",
  loadFailed: "Failed to load your mutes",
  sendFailed: "Your answer wasn't sent. Check your connection and try again.",
  nothingOpen: "This mute has ended, or your answer is already waiting to be read.",
} as const;

export const muteRules = { reason: { min: 3, max: 500 } } as const;

/** The durations that the form offers. */
export const muteLengths = { day: "A day", week: "A week", open: "Until it is lifted" } as const;
export type MuteLength = keyof typeof muteLengths;
