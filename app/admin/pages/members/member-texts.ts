export const memberTexts = {
  failed: "That couldn't be saved. Please try again.",
  loadFailed: "Failed to load members",
  notPossible:
    "That isn't possible any more. Somebody else may have changed this member, or no administrator would be left.",
  noSessions: "There is no session left to end.",
  noLink: "This member can no longer get that link. The page shows what is possible.",
};
