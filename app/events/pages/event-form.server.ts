import type { ActionFunctionArgs } from "react-router";
import { requireSession, requireWriteAccess } from "#app/platform/auth/guards.server.ts";
import type { Session, Viewer } from "#app/platform/auth/sessions.server.ts";
import { receiveUpload } from "#app/platform/files/upload.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { type FormOptions, hasFile, submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import type { EventRow } from "../events.server.ts";
import { imageUpload, storeEventImage } from "../image.server.ts";
import { type EventInput, eventFields, eventSchema, imageUrl } from "../input.server.ts";
import { eventFormTexts as texts } from "./event-form.tsx";

export const eventRules = { ...getFieldRules(eventFields), image: {} };

/**
 * Saves an event from its form. An image is checked and stored first. The form then carries its address, so that it
 * need not be chosen again if the form is refused.
 * @param text the message on the event's page
 * @param checkAllowed runs before an image is received
 * @param readStored reads the current values to compare with if the event has changed
 */
export const submitEvent = (
  args: Pick<ActionFunctionArgs, "request" | "context" | "url">,
  save: (
    viewer: Viewer,
    input: EventInput,
    versions: number[] | undefined,
    isForFollowing: boolean,
  ) => Promise<EventRow>,
  text: string,
  checkAllowed?: (viewer: Viewer) => Promise<unknown>,
  readStored?: FormOptions["readStored"],
) => {
  const fields = ["version", "following", ...Object.keys(eventFields)];
  const options = { auth: "member", fields, texts, mayHaveFile: true, readStored } as const;
  return submitForm(args, options, async (form, viewer) => {
    const session = await requireSession(args);
    await checkAllowed?.(viewer);
    try {
      if (hasFile(args.request)) form.fill(await receiveImage(args.request, session));
      await requireWriteAccess(session, { isPost: true });
      const input = form.parse(eventSchema);
      const { id } = await save(viewer, input, form.versions, form.text("following") !== "");
      return redirectWithFlash(args.context, `/events/${id}`, { text });
    } catch (error) {
      throw toImageError(error);
    }
  });
};

const receiveImage = (request: Request, session: Session): Promise<Record<string, string>> =>
  receiveUpload(request, session, imageUpload("image"), async ({ fields, file }) =>
    file ? { ...fields, imageUrl: imageUrl(await storeEventImage(file, session)) } : fields,
  );

/** Moves errors about the image to the form's `image` field. */
function toImageError(error: unknown): unknown {
  if (!(error instanceof HttpError)) return error;
  const { status, message, retryAfter, errors, fields } = error;
  const image = errors.file ?? errors.imageUrl;
  return image
    ? Object.assign(new HttpError(status, message, { errors: { image }, retryAfter }), { fields })
    : error;
}
