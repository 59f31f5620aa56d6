// Browsers need this file too, so it must not import zod.

import { fileTypes, resourceTypes } from "#db/vocabulary.ts";

export { formatFileSize } from "./file-size.ts";
export { fileTypes, resourceTypes };

export const years = [1, 2, 3, 4] as const;
/** The filters of the browse page in its order, as its address names them. */
export const browseFilterNames = ["search", "category", "year", "courseCode", "resourceType"] as const;
export type BrowseFilterName = (typeof browseFilterNames)[number];
export const maxResourceBytes = 50 * 1024 * 1024;
/** The files of one upload. */
export const maxUploadFiles = 20;
export const maxImageBytes = 10 * 1024 * 1024;
export const maxImagePixels = 100_000_000;
export const maxAvatarPixels = 40_000_000;

export const resourceTypeLabels = {
  notes: "Notes",
  "past-paper": "Past paper",
  solution: "Solution",
  other: "Other",
} as const satisfies Record<(typeof resourceTypes)[number], string>;
/** The kinds as a field's choices. */
export const resourceTypeChoices = resourceTypes.map((type) => [type, resourceTypeLabels[type]] as const);

export type FileType = (typeof fileTypes)[number];

export function getFileType(name: string): FileType | null {
  const extension = /\.([a-z0-9]+)$/i.exec(name.trim())?.[1]?.toLowerCase();
  return fileTypes.find((type) => type === extension) ?? null;
}

const maxTitle = 200;

/** The title that a file's name offers, after the text that all of several files have before theirs. */
export function offerTitle(fileName: string, before = ""): string {
  const stem = fileName.replace(/\.[a-z0-9]+$/i, "");
  // A hyphen stays between numbers: "2024-25".
  const words =
    stem
      .replace(/_|(?<!\d)-|-(?!\d)/g, " ")
      .replace(/\s+/g, " ")
      .trim() || fileName;
  const title = before.trim() === "" ? words : `${before.trim()}: ${words}`;
  return Array.from(title).slice(0, maxTitle).join("").trim();
}

export const fileUrl = (id: number, name: string): string => `/files/${id}/${encodeURIComponent(name)}`;

/** Returns the title of a category's pages, which differs from its name (specification, section 2). */
export function categoryTitle(slug: string): string {
  const titles: Record<string, string> = {
    "academics-notes": "Academic Notes",
    "gate-notes": "Gate Notes",
    quantum: "Quantum",
    "placement-resources": "Placement Resources",
    others: "Others",
  };
  return Object.hasOwn(titles, slug) ? (titles[slug] ?? "Resources") : "Resources";
}

export const resourceTexts = {
  fill: "Please fill all required fields",
  failed: "Failed to upload resource",
  failedByException: "Failed to upload resource. Please try again.",
  loggedOut: "You're logged out. Log in again in another tab, then submit this form again.",
  uploaded: "Resource uploaded successfully",
  noneShared: "None of these files is shared.",
  cut: `At most ${maxUploadFiles} files go at once: the first ${maxUploadFiles} are taken.`,
  tooLarge: "The file is larger than 50MB.",
  empty: "The file is empty.",
  wrongType: `This type of file is not accepted. Choose one of these: ${fileTypes.join(", ")}.`,
  wrongContent: "The file's content is not what its name says it is.",
  tooManyPixels: "The image has too many pixels. The limit is 100 million.",
  unknownCategory: "Please choose one of the categories.",
  infected: "A virus scanner found something harmful in this file, so it was not stored.",
  unscanned: "The file could not be checked for viruses, so it was not stored. Please try again later.",
  noRoom: "There is no room for this file at the moment. Please try again later.",
  interrupted: "The upload was interrupted. Please try again.",
  gone: "This resource no longer exists.",
  tooMany: "You've reached today's upload limit. Please continue tomorrow.",
  tooManyAtOnce: "Three of your uploads are still running. Please wait for one of them.",
  tooSlow: "The upload was too slow. Please try again on a better connection.",
  tooManyDownloads: "That was a lot of downloads. Please wait a little and try again.",
  notYours: "Only the person who shared this resource can change or delete it.",
  editFailed: "Failed to save your changes. Please try again.",
  deleteFailed: "Failed to delete resource. Please try again.",
  hubFailed: "Failed to load resource data. Please try again later.",
  listFailed: "Failed to fetch resources. An error occurred while fetching resources.",
  seedingFailed: "Failed to seed categories",
  inaccessible: "Unable to access file. Please try again later or contact support.",
} as const;

export const tooManyBytes = "You've uploaded 2 GB within a day. Please continue tomorrow.";

export const imageTexts = {
  missing: "Please choose an image.",
  tooLarge: "The image is larger than 10MB.",
  empty: resourceTexts.empty,
  wrongType: "This file is not an image. Choose a JPEG, PNG, GIF or WebP file.",
  tooManyPixels: resourceTexts.tooManyPixels,
  tooMany: "You've reached today's image limit. Please continue tomorrow.",
  busy: "Many images are being processed. Please try again in a moment.",
  noRoom: "There is no room for this image at the moment. Please try again later.",
  interrupted: resourceTexts.interrupted,
  tooManyAtOnce: resourceTexts.tooManyAtOnce,
  tooSlow: resourceTexts.tooSlow,
  failed: "The image could not be stored. Please try again.",
} as const;

export const avatarTexts = {
  ...imageTexts,
  missing: "Please choose a picture.",
  tooManyPixels: "The image has too many pixels. The limit is 40 million.",
} as const;

export const maxCourseCode = 20;
