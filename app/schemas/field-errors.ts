import type { z } from "zod";

/** No field of ours accepts this where it accepts only some texts: no address, no link, no number, no list. */
const invalidSample = "?";

/**
 * What the fields of a form say when they are empty and when they hold nonsense: the words of the schema itself, for
 * the browser to say them too without having the schema.
 */
export function getFieldErrorTexts<Name extends string>(
  shape: Record<Name, z.ZodType>,
): Record<Name, { missing: string | undefined; invalid: string | undefined }> {
  const said = (schema: z.ZodType, value: string) => schema.safeParse(value).error?.issues[0]?.message;
  const words = Object.entries<z.ZodType>(shape).map(([name, schema]) => [
    name,
    { missing: said(schema, ""), invalid: said(schema, invalidSample) },
  ]);
  return Object.fromEntries(words);
}

/** The messages of a failed parse by field; the fields of an object within are joined by dots. */
export function getFieldErrors(error: z.ZodError): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const issue of error.issues) {
    const field = issue.path.join(".");
    errors[field] = [...(errors[field] ?? []), issue.message];
  }
  return errors;
}
