import type { FileType } from "../../schemas/resource.ts";

const office = "application/vnd.openxmlformats-officedocument";

export const contentTypes: Record<FileType, string> = {
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
  mp4: "video/mp4",
  avi: "video/x-msvideo",
  mov: "video/quicktime",
  mp3: "audio/mpeg",
  wav: "audio/wav",
};

/** What browsers show by themselves and can not run as a script. */
const inlineTypes: readonly FileType[] = [
  "pdf",
  "txt",
  "jpg",
  "jpeg",
  "png",
  "gif",
  "mp4",
  "mov",
  "mp3",
  "wav",
];
export const isShownInline = (type: FileType): boolean => inlineTypes.includes(type);

/** `Content-Disposition` with a name in any script: RFC 6266, with a plain name for who does not read the other. */
export function contentDisposition(kind: "inline" | "attachment", name: string): string {
  const plain = name.normalize("NFKD").replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
