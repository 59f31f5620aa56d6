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
  const texts = Object.values(errors).flat();
  // What stands beside a field is said once; the general sentence about missing fields is said above them too.
  const formErrors = texts.includes(resourceTexts.fill)
    ? [resourceTexts.fill]
    : [message].filter((text) => !texts.includes(text));
  const submission = parseWithZod(form, { schema: resourceSchema, disableAutoCoercion: true });
  const reply = submission.reply({ formErrors });
  // `reply` adds what is missing; a refusal for another reason is not about that.
  return { ...reply, error: { "": reply.error?.[""] ?? [], ...toFormErrors(errors) } };
}
