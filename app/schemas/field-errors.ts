import type { z } from "zod";

/** Invalid for every field that does not accept any text: it is no email, link, number or option of ours. */
const invalidSample = "?";

export function getFieldErrorTexts<Name extends string>(
  shape: Record<Name, z.ZodType>,
): Record<Name, { missing: string | undefined; invalid: string | undefined }> {
  const findError = (schema: z.ZodType, value: string) => schema.safeParse(value).error?.issues[0]?.message;
  const errorTexts = Object.entries<z.ZodType>(shape).map(([name, schema]) => [
    name,
    { missing: findError(schema, ""), invalid: findError(schema, invalidSample) },
  ]);
  return Object.fromEntries(errorTexts);
}

/** Returns the errors of a failed parse by field. The names of nested fields are joined by dots. */
export function getFieldErrors(error: z.ZodError): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const issue of error.issues) {
    const field = issue.path.join(".");
    errors[field] = [...(errors[field] ?? []), issue.message];
  }
  return errors;
}
