import { parseWithZod } from "@conform-to/zod/v4";
import type { UploadRefused } from "../../http/upload.server.ts";
import { resourceFields, resourceSchema, resourceWords } from "../../schemas/resource.ts";
import { besideFields } from "./upload-words.ts";

/** The form to show again after a refusal: what was typed, what is wrong beside each field, and the whole on top. */
export function replyTo({ message, errors, fields }: UploadRefused) {
  const form = new FormData();
  for (const name of Object.keys(resourceFields)) {
    if (fields[name] !== undefined) form.append(name, fields[name]);
  }
  const isMissing = Object.values(errors).flat().includes(resourceWords.fill);
  const submission = parseWithZod(form, { schema: resourceSchema, disableAutoCoercion: true });
  const reply = submission.reply({ formErrors: [isMissing ? resourceWords.fill : message] });
  return { ...reply, error: { ...reply.error, ...besideFields(errors) } as Record<string, string[]> };
}
