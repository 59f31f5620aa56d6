/** What browsers need to know of resources too: this file stays free of zod. */

/** Years of study, section 9 of the specification. */
export const years = [1, 2, 3, 4] as const;
/** The most that one resource may weigh, in bytes. */
export const maxResourceBytes = 50 * 1024 * 1024;
/** The most that a picture for an event or a profile may weigh before it is made anew, in bytes. */
export const maxImageBytes = 10 * 1024 * 1024;

/** The file types that may be shared, by extension. */
export const acceptedTypes = [
  "pdf",
  "doc",
  "docx",
  "ppt",
  "pptx",
  "xls",
  "xlsx",
  "txt",
  "zip",
  "rar",
  "jpg",
  "jpeg",
  "png",
  "gif",
  "mp4",
  "avi",
  "mov",
  "mp3",
  "wav",
] as const;
export type FileType = (typeof acceptedTypes)[number];

/** The file type that a name's extension stands for; null when it is not accepted. */
export function getFileType(name: string): FileType | null {
  const extension = /\.([a-z0-9]+)$/i.exec(name.trim())?.[1]?.toLowerCase();
  return acceptedTypes.find((type) => type === extension) ?? null;
}

/** Where a resource's file is served; the name is for who reads the address. */
export const fileUrl = (id: number, name: string): string => `/files/${id}/${encodeURIComponent(name)}`;

/** What a category's pages are titled (specification, section 2): not quite its name. */
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

/** What is said of resources, by pages and API alike. */
export const resourceTexts = {
  fill: "Please fill all required fields",
  failed: "Failed to upload resource",
  uploaded: "Resource uploaded successfully",
  tooLarge: "The file is larger than 50MB.",
  empty: "The file is empty.",
  wrongType: `This type of file is not accepted. Accepted are: ${acceptedTypes.join(", ")}.`,
  notWhatItSays: "The file's content is not what its name says it is.",
  tooManyPixels: "The picture has too many pixels to be opened safely (at most 100 million).",
  unknownCategory: "Please choose one of the categories.",
  noRoom: "There is no room for this file at the moment. Please try again later.",
  brokeOff: "The upload broke off before its end.",
  gone: "This resource is not here any more.",
  tooMany: "That were many uploads for one day. Please go on tomorrow.",
  notYours: "Only who shared a resource may delete it.",
  unreachable: "Unable to access file. Please try again later or contact support.",
} as const;

/** What is said of pictures for events and profiles. */
export const imageTexts = {
  missing: "Please choose a picture.",
  tooLarge: "The picture is larger than 10MB.",
  empty: resourceTexts.empty,
  wrongType: "The file is no picture. Accepted are JPEG, PNG, GIF and WebP.",
  tooManyPixels: resourceTexts.tooManyPixels,
  tooMany: "That were many pictures for one day. Please go on tomorrow.",
  busy: "Many pictures are being made ready. Please try again in a moment.",
  noRoom: "There is no room for this picture at the moment. Please try again later.",
  brokeOff: resourceTexts.brokeOff,
} as const;

const units = ["Bytes", "KB", "MB", "GB"] as const;

/** A file's size as people read it: in Bytes, KB, MB or GB, with 2 decimals from KB on (specification, section 9). */
export function formatFileSize(bytes: number): string {
  // What rounds up to 1024 of a unit is 1 of the next.
  const unit = units.findIndex(
    (_, index) => index === 3 || Number((bytes / 1024 ** index).toFixed(2)) < 1024,
  );
  return `${(bytes / 1024 ** unit).toFixed(unit === 0 ? 0 : 2)} ${units[unit]}`;
}
