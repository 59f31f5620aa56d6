export const mentoringTexts = {
  loadFailed: "Failed to load your mentoring",
  sendFailed: "Your request couldn't be sent. Please try again.",
  failed: "That couldn't be saved. Please try again.",
  loggedOut: "You have been logged out. Log in to send it.",
  topicMissing: "Choose what you would like help with",
  notTheirTopic: "Choose a topic that they offer",
  textMissing: "Say in a few sentences what you hope for",
  textTooShort: "Say a little more: at least 60 characters",
  unknown: "No such member.",
  gone: "There is no such mentoring.",
  yourself: "You can't ask yourself.",
  /** Also shown if one of the two blocks the other. */
  notOpen: "This member isn't open to requests right now.",
  full: "All their places are taken right now. Somebody else may have one, or try again later.",
  notNow: "They asked for some time without requests. Please try again later.",
  openAlready: "You've already asked them, or they already mentor you.",
  threeOpen: "You have three requests waiting for an answer. Take one back, or wait, to ask somebody else.",
  tenThisMonth: "You have asked ten people within a month. Please wait a while before you ask again.",
  noPlaceLeft: "All your places are taken. Offer more on your profile, or end one first.",
  notReachable: "You can't accept this request any more. You can decline it, or let it lapse.",
  settled: "This has been answered, taken back or ended already.",
  tooOften: "You've done this often in the last minutes. Please continue later.",
} as const;

/** Sentences for declining a request without your own words. The first is the default. */
export const kindSentences = [
  "Thank you for asking. I have no time for it right now, and I hope that you find somebody soon.",
  "I'm glad that you asked me, but I know too little about this to be of real help.",
  "I can't be your mentor, but send me a message with your question and I'll gladly answer it.",
] as const;
