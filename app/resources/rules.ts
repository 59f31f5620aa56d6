import { describeTooLarge, fileTexts } from "#app/platform/files/rules.ts";
import { exams, fileTypes, resourceTypes } from "#db/vocabulary.ts";

export { exams, fileTypes, resourceTypes };

/** @returns the years of study as choices of a field */
export const yearChoices = (last: number) =>
  Array.from({ length: last }, (_, index) => [`${index + 1}`, `Year ${index + 1}`] as const);
/** The filters of the browse page in its order, by their names in the address. */
export const browseFilterNames = [
  "search",
  "category",
  "year",
  "courseCode",
  "resourceType",
  "paperYear",
  "exam",
] as const;
export type BrowseFilterName = (typeof browseFilterNames)[number];
export const maxResourceBytes = 50 * 1024 * 1024;
/** Maximum number of files in one upload. */
export const maxUploadFiles = 20;

export const resourceTypeLabels = {
  notes: "Notes",
  "past-paper": "Past paper",
  solution: "Solution",
  other: "Other",
} as const satisfies Record<(typeof resourceTypes)[number], string>;
/** The kinds as choices of a field. */
export const resourceTypeChoices = resourceTypes.map((type) => [type, resourceTypeLabels[type]] as const);

export const firstPaperYear = 1990;
export const examLabels = {
  "mid-term": "Mid-term",
  "end-term": "End-term",
  quiz: "Quiz",
  other: "Other exam",
} as const satisfies Record<(typeof exams)[number], string>;
export const examChoices = exams.map((exam) => [exam, examLabels[exam]] as const);

/** "Past paper, mid-term 2024". */
export function describeKind({
  resourceType,
  paperYear,
  exam,
}: {
  resourceType: (typeof resourceTypes)[number] | null;
  paperYear: number | null;
  exam: (typeof exams)[number] | null;
}): string | null {
  const details = [exam && examLabels[exam].toLowerCase(), paperYear].filter(Boolean).join(" ");
  return resourceType && [resourceTypeLabels[resourceType], details].filter(Boolean).join(", ");
}

const maxTitle = 200;

/** The title suggested by a file's name. With several files, `before` is the text before each. */
export function offerTitle(fileName: string, before = ""): string {
  const stem = fileName.replace(/\.[a-z0-9]+$/i, "");
  // Hyphens between numbers remain: "2024-25".
  const words =
    stem
      .replace(/_|(?<!\d)-|-(?!\d)/g, " ")
      .replace(/\s+/g, " ")
      .trim() || fileName;
  const title = before.trim() === "" ? words : `${before.trim()}: ${words}`;
  return Array.from(title).slice(0, maxTitle).join("").trim();
}

/** The page of a course, with its papers, notes and helpers. */
export const courseHref = (code: string): string => `/resources/courses/${encodeURIComponent(code)}`;

export const fileUrl = (id: number, name: string): string => `/files/${id}/${encodeURIComponent(name)}`;

/**
 * The title of a category's pages. The five default ones have the title of the specification, section 2, until renamed.
 * @param name undefined for an unknown category
 */
export function categoryTitle(slug: string, name?: string): string {
  const titles: Record<string, string> = {
    "academics-notes": "Academic Notes",
    "gate-notes": "Gate Notes",
    quantum: "Quantum",
    "placement-resources": "Placement Resources",
    others: "Others",
  };
  const title = Object.hasOwn(titles, slug) ? titles[slug] : undefined;
  if (name === undefined || name === "Academics Notes") return title ?? name ?? "Resources";
  return name;
}

export const resourceTexts = {
  ...fileTexts,
  fill: "Please fill all required fields",
  failed: "Failed to upload resource",
  failedByException: "Failed to upload resource. Please try again.",
  loggedOut: "You're logged out. Log in again in another tab, then submit this form again.",
  uploaded: "Resource uploaded successfully",
  noneShared: "None of these files is shared.",
  cut: `At most ${maxUploadFiles} files go at once: the first ${maxUploadFiles} are taken.`,
  tooLarge: describeTooLarge("file", maxResourceBytes),
  wrongType: `This type of file is not accepted. Choose one of these: ${fileTypes.join(", ")}.`,
  unknownCategory: "Please choose one of the categories.",
  hiddenCategory: "This category no longer accepts uploads. Please choose another one.",
  wrongYear: (last: number) => `Year must be a whole number from 1 to ${last}`,
  unknownEvent: "Choose an event that has begun",
  noRoom: "There is no room for this file at the moment. Please try again later.",
  gone: "This resource no longer exists.",
  tooMany: "You've reached today's upload limit. Please continue tomorrow.",
  tooManyDownloads: "That was a lot of downloads. Please wait a little and try again.",
  notYours: "Only the person who shared this resource can change or delete it.",
  editFailed: "Failed to save your changes. Please try again.",
  deleteFailed: "Failed to delete resource. Please try again.",
  hubFailed: "Failed to load resource data. Please try again later.",
  listFailed: "Failed to fetch resources. An error occurred while fetching resources.",
  seedingFailed: "Failed to seed categories",
} as const;

export const maxCourseCode = 20;
