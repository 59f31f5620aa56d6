import type { ExperienceKind } from "#db/vocabulary.ts";

export const experienceRules = {
  company: 120,
  role: 120,
  minYear: 1990,
  rounds: 10,
  round: 100,
  texts: { min: 100, max: 5_000 },
} as const;

export const experienceTexts = {
  companyMissing: "Company is required",
  roleMissing: "Role is required",
  yearMissing: "Year is required",
  kindMissing: "Choose what it was",
  manyRounds: `At most ${experienceRules.rounds} rounds`,
  longRound: `Each round in at most ${experienceRules.round} characters`,
  short: `Questions and advice need at least ${experienceRules.texts.min} characters together`,
  long: `Questions and advice can have at most ${experienceRules.texts.max.toLocaleString("en-IN")} characters together`,
  memberName: "This is the name of a member. Write the name of the company.",
  fixedName: "Whether an experience has your name can't be changed later.",
  gone: "There is no such experience.",
  notYours: "Only the person who shared this experience can change it.",
  noCompany: "There is no such company here.",
  tooMany: "You've shared many experiences today. Please continue tomorrow.",
  tooManyChanges: "You've changed many experiences in the last hour. Please continue later.",
  loadFailed: "Failed to load experiences",
  companiesFailed: "Failed to load companies",
  shareFailed: "Failed to share your experience",
  editFailed: "Failed to save your changes",
  actFailed: "That couldn't be saved. Please try again.",
  loggedOut: "You've been logged out. Please log in again.",
  fewPeople:
    "Few people may have been at this company. Anyone who knows them could guess who wrote this, so leave out what only you can know. The year is shown once three people have shared anonymously.",
} as const;

export const experienceKindLabels: Record<ExperienceKind, string> = {
  interview: "Interview",
  internship: "Internship",
  job: "Job",
};

export const experienceFilterNames = ["role", "year"] as const;

export const companyHref = (name: string): string => `/companies/${encodeURIComponent(name)}`;
