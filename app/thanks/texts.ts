/** The texts of pages and calls about thanks. */
export const thanksTexts = {
  own: "You can't thank yourself.",
  refused: "This person can't be thanked at the moment.",
  notYet: "This event hasn't happened yet. You can say so once it is over.",
  gone: "There is nothing here to say thanks for.",
  noThanks: "These thanks don't exist.",
  noLine: "There is no line to show on your page.",
  anonymous: "You gave this without your name, so this line can't be shown on your page.",
  tooMany: "You've said thanks many times today. Please continue tomorrow.",
  tooManyTakenBack: "You've taken thanks back often in the last hour. Please continue later.",
  given: "Thank you for saying so.",
  sent: "Your line is sent.",
  takenBack: "You've taken your thanks back.",
  failed: "That couldn't be saved. Please try again.",
  loadFailed: "Failed to load your thanks",
  loggedOut: "You've been logged out. Please log in again.",
} as const;

export const maxThanksLine = 200;
