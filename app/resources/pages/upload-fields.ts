import { getFileType } from "#app/platform/files/rules.ts";
import { filterHref } from "#app/ui/client/filter-address.ts";
import { fileTypes, maxResourceBytes, resourceTexts } from "../rules.ts";

export const fieldLabels = {
  title: "Title",
  categoryId: "Category",
  year: "Year",
  resourceType: "Kind",
  courseCode: "Course code",
  paperYear: "Paper of",
  exam: "Exam",
  file: "File",
  description: "Description",
  eventId: "Event",
} as const;
type FieldName = keyof typeof fieldLabels;
const isFieldName = (name: string): name is FieldName => Object.hasOwn(fieldLabels, name);

/** The file types that the browser's file dialog offers. */
export const accept = fileTypes.map((type) => `.${type}`).join(",");

/** Returns the error of a chosen file that the browser can detect, or null. */
export function checkFile(file: Pick<File, "name" | "size">): string | null {
  if (!getFileType(file.name)) return resourceTexts.wrongType;
  if (file.size > maxResourceBytes) return resourceTexts.tooLarge;
  return file.size === 0 ? resourceTexts.empty : null;
}

/** Turns the API's error messages into the form's, which name each missing field. */
export function toFormErrors(errors: Record<string, string[]>): Record<string, string[]> {
  const toFormError = (name: string, text: string) =>
    text === resourceTexts.fill && isFieldName(name) ? `${fieldLabels[name]} is required` : text;
  return Object.fromEntries(
    Object.entries(errors).map(([name, texts]) => [name, texts.map((text) => toFormError(name, text))]),
  );
}

/** "1 file", "5 files". */
export const formatFiles = (count: number): string => `${count} file${count === 1 ? "" : "s"}`;

/** The reason why a file was refused. */
export const reasonOf = ({
  message,
  errors,
}: {
  message: string;
  errors: Record<string, string[]>;
}): string => Object.values(toFormErrors(errors)).flat()[0] ?? message;

/** The address of another upload with the same choices. */
export const moreHref = ({ slug, year, resourceType, courseCode, eventId }: Choices): string =>
  filterHref("/resources/upload", {
    category: slug,
    year: year ?? undefined,
    resourceType: resourceType ?? undefined,
    courseCode: courseCode ?? undefined,
    event: eventId ?? undefined,
  });

/** The address where an upload appears: its event, or else its category. */
export const placeOf = ({ slug, eventId }: Pick<Choices, "slug" | "eventId">): string =>
  eventId ? `/events/${eventId}` : `/resources/category/${slug}`;

interface Choices {
  slug: string;
  year: number | null;
  resourceType: string | null;
  courseCode: string | null;
  eventId: string | null;
}
