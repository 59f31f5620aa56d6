/** The texts of the account's pages. Without zod, so that browsers can have it. */
export const accountTexts = {
  loadFailed: "Your account couldn't be loaded.",
  saveFailed: "That couldn't be saved. Please try again.",
  passwordFailed: "We could not change your password. Please try again.",
  emailFailed: "We could not change your email address. Please try again.",
  sameEmail: "This is your email address already.",
  sessionsFailed: "The session couldn't be ended. Please try again.",
  tokenFailed: "The token couldn't be made. Please try again.",
  tokenNotEnded: "The token couldn't be ended. Please try again.",
  tokenNameTaken: "You have a token with this name already.",
  tooManyTokens: "You have 20 tokens, which is the most. End one first.",
  secondFactorFailed: "That couldn't be changed. Please try again.",
  setUpAgain: "This was set up in the meantime. Load the page again.",
  deleteFailed: "Your account couldn't be deleted. Please try again.",
  mailFailed: "We could not send the link. Please try again.",
  lastAdmin:
    "You are the only administrator. Make another member an administrator first, then delete your account.",
  tooManyMails: "We have sent you several emails already. Please wait an hour and try again.",
  tooManyDownloads: "You have downloaded your data several times today. Please try again tomorrow.",
  loggedOut: "You've been logged out. Log in in another tab, then try again.",
  setPasswordFirst: "You log in with Google and have no password yet. Set one first:",
} as const;
