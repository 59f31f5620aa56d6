import type { ActionFunctionArgs } from "react-router";
import { requireSession, requireWriteAccess } from "#app/platform/auth/guards.server.ts";
import type { Session, Viewer } from "#app/platform/auth/sessions.server.ts";
import { receiveUpload } from "#app/platform/files/upload.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { type FormOptions, hasFile, submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { isBlank } from "#app/platform/schemas/fields.server.ts";
import type { FieldRules } from "#app/ui/forms/form.tsx";
import type { EventRow } from "../../events.server.ts";
import { imageUpload, storeEventImage } from "../../image.server.ts";
import { type EventInput, eventFields, eventSchema, imageUrl } from "../../input.server.ts";
import { maxQuestionLength } from "../../texts.ts";
import { questionFields, eventFormTexts as texts } from "./form.tsx";

const { questions: _, ...singleFields } = eventFields;

const questionNames = questionFields.flat();

export const getEventRules = () => ({
  ...getFieldRules(singleFields),
  image: {},
  ...(Object.fromEntries(
    questionNames.map((name) => [name, name.endsWith(".text") ? { maxLength: maxQuestionLength } : {}]),
  ) as Record<(typeof questionNames)[number], FieldRules>),
});

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
  const fields = ["version", "following", ...Object.keys(singleFields), ...questionNames];
  const options = { auth: "member", fields, texts, mayHaveFile: true, readStored } as const;
  return submitForm(args, options, async (form, viewer) => {
    const session = await requireSession(args);
    await checkAllowed?.(viewer);
    try {
      if (hasFile(args.request)) form.fill(await receiveImage(args.request, session));
      await requireWriteAccess(session, { isPost: true });
      for (const [id, text, ...others] of questionFields)
        if (text && isBlank(form.text(text)))
          for (const name of [id, text, ...others]) form.data.delete(name ?? "");
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
