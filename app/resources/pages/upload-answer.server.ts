import type { RouterContextProvider } from "react-router";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import type { createResources } from "../resources.server.ts";
import { resourceTexts } from "../rules.ts";
import { moreHref, placeOf, reasonOf, toFormErrors } from "./upload-fields.ts";

type Sent = Awaited<ReturnType<typeof createResources>>;

/**
 * Redirects to the category or event if all files are shared, and reports each file if only some are. @throws HttpError
 * if none is
 */
export async function answerUploads(context: Readonly<RouterContextProvider>, { outcomes, isCut }: Sent) {
  const shared = outcomes.flatMap((outcome) => ("used" in outcome ? [outcome.used] : []));
  const refused = outcomes.flatMap((outcome) => ("error" in outcome ? [outcome] : []));
  const [first] = shared;
  if (!first) throw toOneError(refused);
  if (refused.length > 0) {
    const values = {
      categoryId: first.categoryId,
      year: String(first.year),
      resourceType: first.resourceType ?? "",
      courseCode: first.courseCode ?? "",
      paperYear: String(first.paperYear ?? ""),
      exam: first.exam ?? "",
      description: first.description ?? "",
      eventId: first.eventId ?? "",
    };
    return {
      done: {
        shared: shared.map(({ id, title }) => ({ id, title })),
        refused: refused.map(({ name, error }) => ({ name, reason: reasonOf(error) })),
        isCut,
        values,
      },
    };
  }
  const text = shared.length > 1 ? `${shared.length} resources uploaded successfully` : first.message;
  return redirectWithFlash(context, placeOf(first), {
    text: isCut ? `${text}. ${resourceTexts.cut}` : text,
    link: { to: moreHref(first), text: "Upload more" },
  });
}

/** Combines the errors: that of the shared fields, or one line for each file. */
function toOneError(refused: { name: string; error: HttpError }[]): HttpError {
  const [first] = refused;
  if (!first) return new HttpError(400, resourceTexts.interrupted);
  const { error } = first;
  const isOfFields = Object.keys(error.errors).some((name) => name !== "file");
  if (refused.length === 1 || isOfFields) return error;
  const lines = refused.map(({ name, error }) => `${name}: ${reasonOf(error)}`);
  const errors = { file: [lines.join("\n")] };
  const all = new HttpError(error.status, resourceTexts.noneShared, { errors, retryAfter: error.retryAfter });
  return Object.assign(all, { fields: error.fields });
}

/** Turns an error into the form's error, with the text fields that arrived. */
export function toUploadError(error: HttpError, fields: Record<string, string>): HttpError {
  const { status, message, errors, retryAfter } = error;
  const texts = Object.values(errors).flat();
  // The summary repeats only the general message about missing fields, not the error of a single field.
  const general = texts.includes(resourceTexts.fill) ? [resourceTexts.fill] : [message];
  const isSaid = !texts.includes(resourceTexts.fill) && texts.includes(message);
  const formErrors = { ...toFormErrors(errors), ...(!isSaid && { "": general }) };
  return Object.assign(new HttpError(status, message, { errors: formErrors, retryAfter }), { fields });
}
