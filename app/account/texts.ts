/** App codes are shorter than recovery codes, so one field accepts both. */
export const appCodeDigits = 6;
export const recoveryCodeDigits = 20;

const unitFormats = {
  second: new Intl.NumberFormat("en", { style: "unit", unit: "second", unitDisplay: "long" }),
  minute: new Intl.NumberFormat("en", { style: "unit", unit: "minute", unitDisplay: "long" }),
  hour: new Intl.NumberFormat("en", { style: "unit", unit: "hour", unitDisplay: "long" }),
};

/** Rounds up: a visitor who waits this long is not refused again. */
function describeWait(seconds: number): string {
  if (seconds < 60) return unitFormats.second.format(seconds);
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return unitFormats.minute.format(minutes);
  return unitFormats.hour.format(Math.ceil(minutes / 60));
}

export const joinTexts = {
  onlyAdmins: "Only administrators can let people in without approval.",
  notYours: "This page is for administrators and for announcers of a batch.",
  notAllowed: "You can't make a link for this batch.",
  unknown: "There is no such link. Ask the person who sent it for the whole address.",
  tooMany: "You have tried too many links that don't exist. Please wait a quarter of an hour.",
  direct: "Everybody who gets this link can join without approval.",
  made: "The link is ready.",
  revoked: "The link is revoked.",
  failed: "The link couldn't be made. Please try again.",
  revokeFailed: "The link couldn't be revoked. Please try again.",
  loadFailed: "The links couldn't be loaded.",
  ended: "This link no longer works: it is full, has expired or was revoked.",
} as const;

/**
 * The texts of the log-in, registration and password pages and their calls. No zod here, because browsers load this
 * file.
 */
export const authTexts = {
  invalidCredentials: "Invalid email or password. Please try again.",
  loginFailed: "Login failed. Please try again.",
  registrationFailed: "Registration failed. Please try again.",
  resetRequestFailed: "We could not send the link. Please try again.",
  resetFailed: "We could not change your password. Please try again.",
  confirmationFailed: "We could not confirm your address. Please try again.",
  consentLabel: "I am 18, or a parent or guardian agrees",
  consentMissing: "Tick this box to join",
  emailTaken: "An account with this email already exists.",
  wrongPassword: "That isn't your password.",
  tooManyAttempts: (seconds: number) => `Too many attempts. Please try again in ${describeWait(seconds)}.`,
  passwordsDiffer: "Passwords do not match",
  passwordAdvice: "Three or four words in a row are easy to remember and hard to guess.",
  passwordEasy: "Your password is easy to guess. Three or four words in a row are much safer.",
  passwordRefused: "This password is too easy to guess. Try three or four words in a row.",
  passwordTooShort: (min: number) => `At least ${min} characters`,
  awaitsApproval: "Your account is waiting for an administrator to approve it.",
  awaitsConfirmation: "Please confirm your email address first: open the link in the email we sent you.",
  suspended: "This account is suspended.",
  codeMissing: "Enter the code from your app",
  codeNeeded: "This account also needs the code from its app, in the field code.",
  codeInvalid: "Enter the 6 digits from your app, or the 20 digits of a recovery code",
  wrongCode: "That code isn't right. Enter the one that your app shows now.",
  codeFailed: "We could not check the code. Please try again.",
  lastAdmin:
    "You are the only administrator. Make another member an administrator first, then delete your account.",
  linkExpired: "This link has already been used or has expired.",
} as const;
