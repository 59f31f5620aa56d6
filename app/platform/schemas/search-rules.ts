/** The most characters of a search that are looked for, in texts and among people. */
export const maxSearchLength = 200;
export const maxNameSearchLength = 100;
export const maxTopicLength = 30;
/** Of a company's or a branch's name. */
export const maxFilterNameLength = 120;
/** Of the one search through everything. */
export const maxWholeSearchLength = 100;
export const maxSuggestions = 8;
export const resultKinds = [
  "people",
  "questions",
  "jobs",
  "events",
  "resources",
  "messages",
  "help",
] as const;
export type ResultKind = (typeof resultKinds)[number];
