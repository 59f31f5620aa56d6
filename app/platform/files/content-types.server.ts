import type { AttachmentType } from "./rules.ts";

const office = "application/vnd.openxmlformats-officedocument";

export const contentTypes: Record<AttachmentType, string> = {
  pdf: "application/pdf",
  doc: "application/msword",
  docx: `${office}.wordprocessingml.document`,
  ppt: "application/vnd.ms-powerpoint",
  pptx: `${office}.presentationml.presentation`,
  xls: "application/vnd.ms-excel",
  xlsx: `${office}.spreadsheetml.sheet`,
  txt: "text/plain; charset=utf-8",
  zip: "application/zip",
  rar: "application/vnd.rar",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
  mp4: "video/mp4",
  avi: "video/x-msvideo",
  mov: "video/quicktime",
  mp3: "audio/mpeg",
  wav: "audio/wav",
};

/** Types that browsers can display but not run as a script. */
const displayableTypes: readonly AttachmentType[] = [
  "pdf",
  "txt",
  "jpg",
  "jpeg",
  "png",
  "gif",
  "webp",
  "mp4",
  "mov",
  "mp3",
  "wav",
];
export const isDisplayable = (type: AttachmentType): boolean => displayableTypes.includes(type);
