import { acceptedTypes, fileTypeOf, resourceLimit, resourceWords } from "../../schemas/resource-words.ts";

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
export const uploadWords = {
  title: required("title"),
  categoryId: required("categoryId"),
  year: required("year"),
  file: required("file"),
  description: { missing: undefined, invalid: undefined },
};

/** For the file field: the browser offers these first. */
export const accept = acceptedTypes.map((type) => `.${type}`).join(",");

/** What is wrong with a chosen file, as far as a browser can tell before it is sent. */
export function fileError(file: Pick<File, "name" | "size">): string | null {
  if (!fileTypeOf(file.name)) return resourceWords.wrongType;
  if (file.size > resourceLimit) return resourceWords.tooLarge;
  return file.size === 0 ? resourceWords.empty : null;
}

/** A refusal's words as they stand beside the fields: each says what it misses, the whole form says the sentence. */
export function besideFields(errors: Record<string, string[]>): Record<string, string[]> {
  const say = (name: string, text: string) =>
    text === resourceWords.fill && name in fieldLabels ? `${fieldLabels[name as Name]} is required` : text;
  return Object.fromEntries(
    Object.entries(errors).map(([name, texts]) => [name, texts.map((text) => say(name, text))]),
  );
}
