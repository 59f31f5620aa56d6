/** The settings that are check boxes. */
export const switches = ["lastNameRequired", "phoneRequired", "guardianConsent"] as const;

export const settingLabels = {
  siteName: "Name of the site",
  collegeName: "Name of the college",
  accent: "Accent colour",
  logo: "Logo",
  welcome: "Welcome to new members",
  rules: "Rules of conduct",
  contacts: "Contacts for reports",
  privacyText: "Second text about privacy",
  lastNameRequired: "The last name is required",
  phoneRequired: "The phone number is required",
  guardianConsent: "Ask whether the person is 18, or a parent or guardian agrees",
  stepsHidden: "Hide the steps of the first fortnight",
  offAreas: "Areas that are off",
  anonymousMessages: "Anonymous messages",
} as const;

export const anonymousMessagesLabels = {
  on: "On",
  upwards: "Upwards only: to members who graduate earlier",
  off: "Off",
} as const;

/** The page's forms and their fields without check boxes, which are in `registration` and `areas`. */
export const settingForms = {
  names: ["siteName", "collegeName", "accent"],
  texts: ["welcome", "rules", "contacts"],
  registration: ["privacyText"],
  areas: ["anonymousMessages"],
} as const;
