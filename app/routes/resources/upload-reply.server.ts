import { parseWithZod } from "@conform-to/zod/v4";
import type { HttpError } from "../../http/problem.server.ts";
import { resourceFields, resourceSchema, resourceTexts } from "../../schemas/resource.ts";
import { toFormErrors } from "./upload-texts.ts";

/** Creates the reply that shows the form again after a refusal, with what was typed and every error. */
export function createUploadReply({ message, errors }: HttpError, fields: Record<string, string>) {
  const form = new FormData();
  for (const name of Object.keys(resourceFields)) {
    if (fields[name] !== undefined) form.append(name, fields[name]);
  }
  const isIncomplete = Object.values(errors).flat().includes(resourceTexts.fill);
  const submission = parseWithZod(form, { schema: resourceSchema, disableAutoCoercion: true });
  const reply = submission.reply({ formErrors: [isIncomplete ? resourceTexts.fill : message] });
  // `reply` adds what is missing; a refusal for another reason is not about that.
  return { ...reply, error: { "": reply.error?.[""] ?? [], ...toFormErrors(errors) } };
}
