import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { createContext, data, type RouterContextProvider } from "react-router";
import { getSession, mutedText, type Session, type Viewer } from "../../auth/session.server.ts";
import { imageUpload, storeEventImage } from "../../events/image.server.ts";
import { receiveUpload } from "../../files/upload.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { readForm } from "../../http/request.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { log } from "../../log.server.ts";
import { type EventInput, eventFields, eventSchema, imageUrl } from "../../schemas/event.ts";
import { eventTexts } from "../../schemas/event-texts.ts";
import { getFieldErrorTexts } from "../../schemas/field-errors.ts";
import { formFailure } from "../../ui/form.tsx";

/** The reply to a form that was refused or that failed, with what was typed. */
export interface EventFormReply {
  result: SubmissionResult<string[]>;
  /** The image that is stored already, so that it need not be chosen again. */
  imageUrl: string | null;
  isLoggedOut: boolean;
}

export const eventErrorTexts = {
  ...getFieldErrorTexts(eventFields),
  image: { missing: undefined, invalid: undefined },
};

/** More than any field accepts, so that the form can say so. */
const maxFieldLength = 12_000;

const pickFields = (given: Record<string, FormDataEntryValue | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.keys(eventFields).flatMap((name) => {
      const value = given[name];
      return typeof value === "string"
        ? [[name, value.slice(0, maxFieldLength).toWellFormed()] as const]
        : [];
    }),
  );

/** Reads the form. A chosen image is checked and stored first; its address then stands for the image. */
async function readEventForm(request: Request, session: Session): Promise<Record<string, string>> {
  if (!/^multipart\//i.test(request.headers.get("Content-Type") ?? "")) {
    return pickFields(Object.fromEntries(await readForm(request, Object.keys(eventFields))));
  }
  return receiveUpload(request, session, imageUpload("image"), async ({ fields, file }) => {
    const typed = pickFields(fields);
    return file ? { ...typed, imageUrl: imageUrl(await storeEventImage(file, session)) } : typed;
  });
}

/** Set when a guest's form is shown again, so that the page's loader does not redirect to the log-in. */
export const guestReplyContext = createContext(false);

/**
 * Handles a form: reads it, checks it and saves the event.
 * @param checkAllowed runs before an image is received
 * @returns the form to show again, or null when the event is saved
 * @throws what `save` throws about an event that is not there, or not theirs
 */
export async function handleEventForm(
  request: Request,
  context: Readonly<RouterContextProvider>,
  viewer: Viewer | null,
  save: (viewer: Viewer, input: EventInput) => Promise<unknown>,
  checkAllowed?: (viewer: Viewer) => Promise<unknown>,
) {
  let fields: Record<string, string> = {};
  try {
    const session = await getSession(getRequestContext(context), request);
    if (!viewer || !session) throw new HttpError(401, eventTexts.loggedOut);
    await checkAllowed?.(viewer);
    fields = await readEventForm(request, session);
    if (viewer.isMuted) return replyToForm(formFailure(mutedText), fields, 403);
    const form = new FormData();
    for (const [name, text] of Object.entries(fields)) form.append(name, text);
    const submission = parseWithZod(form, { schema: eventSchema, disableAutoCoercion: true });
    if (submission.status !== "success") return replyToForm(submission.reply(), fields, 422);
    await save(viewer, submission.value);
    return null;
  } catch (error) {
    if (error instanceof HttpError && (error.status === 403 || error.status === 404)) {
      throw data(error.message, error.status);
    }
    if (!(error instanceof Error)) throw error;
    if (!(error instanceof HttpError) || error.cause) {
      log.error({ requestId: getRequestContext(context).id, err: error.cause ?? error }, "event not saved");
    }
    const httpError =
      error instanceof HttpError && !error.cause ? error : new HttpError(503, eventTexts.saveFailed);
    if (httpError.status === 401) context.set(guestReplyContext, true);
    const typed =
      error instanceof HttpError && Object.keys(error.fields).length > 0 ? pickFields(error.fields) : fields;
    return replyToForm(toResult(httpError), typed, httpError.status, httpError.headers());
  }
}

/** What is wrong with the image stands beside it, everything else above the form. */
function toResult({ message, errors }: HttpError): SubmissionResult<string[]> {
  const imageErrors = errors.file ?? errors.imageUrl;
  return imageErrors ? { status: "error", error: { image: imageErrors } } : formFailure(message);
}

function replyToForm(
  result: SubmissionResult<string[]>,
  fields: Record<string, string>,
  status: number,
  headers: HeadersInit = {},
) {
  const reply: EventFormReply = {
    result: { ...result, initialValue: fields },
    imageUrl: fields.imageUrl || null,
    isLoggedOut: status === 401,
  };
  return data(reply, { status, headers });
}
