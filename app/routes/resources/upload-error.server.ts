import { HttpError } from "../../http/problem.server.ts";
import { resourceTexts } from "../../schemas/resource-rules.ts";
import { toFormErrors } from "./upload-texts.ts";

/** A refusal as the form shows it, with the text fields that arrived. */
export function toUploadError(error: HttpError, fields: Record<string, string>): HttpError {
  const { status, message, errors, retryAfter } = error;
  const texts = Object.values(errors).flat();
  // The form repeats only the general sentence about missing fields, no error of a single field.
  const general = texts.includes(resourceTexts.fill) ? [resourceTexts.fill] : [message];
  const isSaid = !texts.includes(resourceTexts.fill) && texts.includes(message);
  const formErrors = { ...toFormErrors(errors), ...(!isSaid && { "": general }) };
  return Object.assign(new HttpError(status, message, { errors: formErrors, retryAfter }), { fields });
}
