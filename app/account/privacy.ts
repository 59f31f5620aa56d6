/** The version of the lines below. Raise it when their meaning changes: members' archives have the one they accepted. */
export const privacyVersion = 1;

/** Shown to everybody who joins: what is stored, who sees it, how to leave. */
export const privacyLines = [
  "We store what you enter and what you post. No advertising, no tracking.",
  "Members see your name, email, batch and skills. You choose who sees your phone. Guests see no profile.",
  "In Account you can download everything and delete your account at any time.",
];
