import { fileTypes, getFileType, maxResourceBytes, resourceTexts } from "../../schemas/resource-rules.ts";

export const fieldLabels = {
  title: "Title",
  categoryId: "Category",
  year: "Year",
  file: "File",
  description: "Description",
} as const;
type FieldName = keyof typeof fieldLabels;
const isFieldName = (name: string): name is FieldName => Object.hasOwn(fieldLabels, name);

/** The file types that a browser offers first. */
export const accept = fileTypes.map((type) => `.${type}`).join(",");

/** Returns what a browser can tell is wrong with a chosen file, or null. */
export function checkFile(file: Pick<File, "name" | "size">): string | null {
  if (!getFileType(file.name)) return resourceTexts.wrongType;
  if (file.size > maxResourceBytes) return resourceTexts.tooLarge;
  return file.size === 0 ? resourceTexts.empty : null;
}

/** Turns the API's error texts into the form's: each empty field says that it is required. */
export function toFormErrors(errors: Record<string, string[]>): Record<string, string[]> {
  const toFormError = (name: string, text: string) =>
    text === resourceTexts.fill && isFieldName(name) ? `${fieldLabels[name]} is required` : text;
  return Object.fromEntries(
    Object.entries(errors).map(([name, texts]) => [name, texts.map((text) => toFormError(name, text))]),
  );
}
