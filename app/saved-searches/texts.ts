export const savedSearchTexts = {
  tooMany: "You have ten saved searches. Delete one to save another.",
  tooOften: "You've changed your saved searches often in the last minutes. Please continue later.",
  needsTag: "Choose a tag first",
  gone: "No such saved search.",
  failed: "Your search couldn't be saved. Please try again.",
  loadFailed: "Your saved searches couldn't be loaded.",
};
