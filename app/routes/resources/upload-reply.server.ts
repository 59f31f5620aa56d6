import { parseWithZod } from "@conform-to/zod/v4";
import type { HttpError } from "../../http/problem.server.ts";
import { resourceFields, resourceSchema, resourceTexts } from "../../schemas/resource.ts";
import { formErrorsOnly } from "./upload-texts.ts";

/** The form to show again after a refusal: what was typed, what is wrong beside each field, and the whole on top. */
export function replyToUploadError({ message, errors, fields }: HttpError) {
  const form = new FormData();
  for (const name of Object.keys(resourceFields)) {
    if (fields[name] !== undefined) form.append(name, fields[name]);
  }
  const isMissing = Object.values(errors).flat().includes(resourceTexts.fill);
  const submission = parseWithZod(form, { schema: resourceSchema, disableAutoCoercion: true });
  const reply = submission.reply({ formErrors: [isMissing ? resourceTexts.fill : message] });
  return { ...reply, error: { ...reply.error, ...formErrorsOnly(errors) } as Record<string, string[]> };
}
