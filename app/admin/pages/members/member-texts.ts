export const memberTexts = {
  failed: "That couldn't be saved. Please try again.",
  loadFailed: "Failed to load members",
  notPossible:
    "That isn't possible any more. Somebody else may have changed this member, or nobody would be left to administrate.",
  noSessions: "There is no session left to end.",
  noLink: "That link isn't for this member any more. The page shows what is possible.",
};
