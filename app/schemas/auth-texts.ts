/** What the log-in, registration and password pages and their calls say. Without zod, so that browsers can have it. */
export const authTexts = {
  invalidCredentials: "Invalid email or password. Please try again.",
  loginFailed: "Login failed. Please try again.",
  registrationFailed: "Registration failed. Please try again.",
  resetRequestFailed: "We could not send the link. Please try again.",
  resetFailed: "We could not change your password. Please try again.",
  confirmationFailed: "We could not confirm your address. Please try again.",
  emailTaken: "An account with this email already exists.",
  tooManyAttempts: "Too many attempts. Please wait a little and try again.",
  passwordsDiffer: "Passwords do not match",
  awaitsApproval: "Your account is waiting for an administrator to approve it.",
  awaitsConfirmation: "Please confirm your email address first: open the link in the email we sent you.",
  suspended: "This account is suspended.",
  linkExpired: "This link has already been used or has expired.",
} as const;
