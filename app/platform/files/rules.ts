import { type attachmentTypes, fileTypes } from "#db/vocabulary.ts";

export const maxImageBytes = 10 * 1024 * 1024;
export const maxLogoBytes = 1024 * 1024;
export const maxImagePixels = 100_000_000;

export type AttachmentType = (typeof attachmentTypes)[number];
export type FileType = (typeof fileTypes)[number];

export function getFileType(name: string): FileType | null {
  const extension = /\.([a-z0-9]+)$/i.exec(name.trim())?.[1]?.toLowerCase();
  return fileTypes.find((type) => type === extension) ?? null;
}

export const describeTooLarge = (what: "file" | "image" | "list", maxBytes: number) =>
  `The ${what} is larger than ${maxBytes / 1024 / 1024}MB.`;

/** Errors of any upload. Each feature whose files have a limit adds `tooLarge`. */
export const fileTexts = {
  empty: "The file is empty.",
  wrongContent: "The file's content is not what its name says it is.",
  tooManyPixels: "The image has too many pixels. The limit is 100 million.",
  infected: "A virus scanner found something harmful in this file, so it was not stored.",
  unscanned: "The file could not be checked for viruses, so it was not stored. Please try again later.",
  interrupted: "The upload was interrupted. Please try again.",
  tooManyAtOnce: "Three of your uploads are still running. Please wait for one of them.",
  tooSlow: "The upload was too slow. Please try again on a better connection.",
  tooManyBytes: "You've uploaded 2 GB within a day. Please continue tomorrow.",
} as const;

export const imageTexts = {
  missing: "Please choose an image.",
  tooLarge: describeTooLarge("image", maxImageBytes),
  empty: fileTexts.empty,
  wrongType: "This file is not an image. Choose a JPEG, PNG, GIF or WebP file.",
  tooManyPixels: fileTexts.tooManyPixels,
  tooMany: "You've reached today's image limit. Please continue tomorrow.",
  busy: "Many images are being processed. Please try again in a moment.",
  noRoom: "There is no room for this image at the moment. Please try again later.",
  interrupted: fileTexts.interrupted,
  tooManyAtOnce: fileTexts.tooManyAtOnce,
  tooSlow: fileTexts.tooSlow,
  failed: "The image could not be stored. Please try again.",
} as const;

export const logoTexts = {
  ...imageTexts,
  tooLarge: describeTooLarge("image", maxLogoBytes),
  wrongType: "This file is not an image. Choose a PNG, JPEG, WebP or SVG file.",
  tooManyPixels: "The image has too many pixels. The limit is 40 million.",
} as const;
