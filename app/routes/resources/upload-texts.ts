import { acceptedTypes, getFileType, maxResourceBytes, resourceTexts } from "../../schemas/resource-rules.ts";

export const fieldLabels = {
  title: "Title",
  categoryId: "Category",
  year: "Year",
  file: "File",
  description: "Description",
} as const;
type Name = keyof typeof fieldLabels;

const required = (name: Name) => ({ missing: `${fieldLabels[name]} is required`, invalid: undefined });
/** What each field says in the browser. */
export const uploadTexts = {
  title: required("title"),
  categoryId: required("categoryId"),
  year: required("year"),
  file: required("file"),
  description: { missing: undefined, invalid: undefined },
};

/** For the file field: the browser offers these first. */
export const accept = acceptedTypes.map((type) => `.${type}`).join(",");

/** What is wrong with a chosen file, as far as a browser can tell before it is sent. */
export function checkFile(file: Pick<File, "name" | "size">): string | null {
  if (!getFileType(file.name)) return resourceTexts.wrongType;
  if (file.size > maxResourceBytes) return resourceTexts.tooLarge;
  return file.size === 0 ? resourceTexts.empty : null;
}

/** A refusal's words as they stand beside the fields: each says what it misses, the whole form says the sentence. */
export function formErrorsOnly(errors: Record<string, string[]>): Record<string, string[]> {
  const say = (name: string, text: string) =>
    text === resourceTexts.fill && name in fieldLabels ? `${fieldLabels[name as Name]} is required` : text;
  return Object.fromEntries(
    Object.entries(errors).map(([name, texts]) => [name, texts.map((text) => say(name, text))]),
  );
}
