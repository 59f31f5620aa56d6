import type { AttachmentType } from "#app/platform/files/rules.ts";
import { attachmentTypes } from "#db/vocabulary.ts";

export const maxAttachments = 4;
export const maxAttachmentBytes = 10 * 1024 * 1024;

const pictureTypes: readonly AttachmentType[] = ["jpg", "jpeg", "png", "gif", "webp"];
/** Types allowed when one of the two is hidden: other files can name their author. Pictures become WebP. */
export const namelessTypes: readonly AttachmentType[] = [...pictureTypes, "txt"];

export const isPicture = (type: AttachmentType): boolean => pictureTypes.includes(type);

export function getAttachmentType(name: string): AttachmentType | null {
  const extension = /\.([a-z0-9]+)$/i.exec(name.trim())?.[1]?.toLowerCase();
  return attachmentTypes.find((type) => type === extension) ?? null;
}

export const attachmentTexts = {
  tooLarge: "A file in a message has at most 10MB.",
  empty: "The file is empty.",
  wrongType: `This type of file is not accepted. Choose one of these: ${attachmentTypes.join(", ")}.`,
  wrongContent: "The file's content is not what its name says it is.",
  tooManyPixels: "The picture has too many pixels. The limit is 100 million.",
  tooManyFiles: `A message takes at most ${maxAttachments} files.`,
  notAnonymous:
    "In an anonymous conversation send pictures or plain text: other files can say who made them.",
  gone: "A file isn't here any more. Choose it again.",
  missing: "Please choose a file.",
  busy: "Many pictures are being processed. Please try again in a moment.",
  noRoom: "There is no room for this file at the moment. Please try again later.",
  interrupted: "The upload was interrupted. Please try again.",
  tooMany: "You've reached today's upload limit. Please continue tomorrow.",
  tooManyAtOnce: "Three of your uploads are still running. Please wait for one of them.",
  tooSlow: "The upload was too slow. Please try again on a better connection.",
  failed: "The file could not be stored. Please try again.",
  tooManyOpened: "That was a lot of files. Please wait a little and try again.",
} as const;
