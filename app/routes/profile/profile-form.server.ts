import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { createContext, data, type RouterContextProvider, redirect } from "react-router";
import type { Viewer } from "../../auth/session.server.ts";
import { removeAvatar, storeAvatar } from "../../files/avatars.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { readForm } from "../../http/request.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { log } from "../../log.server.ts";
import { updateProfile } from "../../people/profile.server.ts";
import { getFieldErrorTexts } from "../../schemas/field-errors.ts";
import { profileFormFields, profileFormSchema } from "../../schemas/profile.ts";
import { formFailure } from "../../ui/form.tsx";
import type { ProfileFormPage, ProfileReply } from "./profile-form.tsx";
import type { selectOwnRow } from "./queries.server.ts";
import { profileTexts } from "./texts.ts";

const errorTexts = getFieldErrorTexts(profileFormFields);

/** What the form needs: the texts of its errors, and what the profile says now. */
export function createFormPage(row: Awaited<ReturnType<typeof selectOwnRow>> | null): ProfileFormPage {
  if (!row) return { errorTexts, values: {} };
  const values = Object.keys(profileFormFields).map((name) => [
    name,
    toFieldText(row[name as keyof typeof row]),
  ]);
  return { errorTexts, values: Object.fromEntries(values) };
}

function toFieldText(value: unknown): string {
  if (typeof value === "boolean") return value ? "on" : "";
  return Array.isArray(value) ? value.join(", ") : String(value ?? "");
}

/** Set when a form is shown again to someone who was logged out, so that the loader does not redirect to the log-in. */
export const guestReplyContext = createContext(false);

/**
 * Handles the page's forms: the profile, a new picture (multipart) and `remove-avatar`.
 * @throws a redirect to the profile when it is done
 * @returns otherwise the form to show again
 */
export async function handleProfileForm(
  request: Request,
  context: Readonly<RouterContextProvider>,
  viewer: Viewer | null,
) {
  const isPicture = /^multipart\//i.test(request.headers.get("Content-Type") ?? "");
  const form = isPicture ? null : await readForm(request, ["intent", ...Object.keys(profileFormFields)]);
  const reply = (result: SubmissionResult<string[]> | null, picture: string | null, error: HttpError) => {
    if (error.status === 401) context.set(guestReplyContext, true);
    const body: ProfileReply = { result, picture, isLoggedOut: error.status === 401 };
    return data(body, { status: error.status, headers: error.headers() });
  };
  try {
    if (!viewer) throw new HttpError(401, profileTexts.loggedOut);
    if (!form) await storeAvatar(request, viewer);
    else if (form.get("intent") === "remove-avatar") await removeAvatar(viewer);
    else {
      const submission = parseWithZod(form, { schema: profileFormSchema, disableAutoCoercion: true });
      if (submission.status !== "success") return reply(submission.reply(), null, new HttpError(422));
      await updateProfile(viewer, viewer.id, submission.value);
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const failure = toFailure(error, context, isPicture);
    if (!form || form.get("intent") === "remove-avatar") return reply(null, failure.message, failure);
    const initialValue = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
    return reply({ ...formFailure(failure.message), initialValue }, null, failure);
  }
  throw redirect("/profile", 303);
}

/** What nobody foresaw is logged, and becomes the place's own sentence. */
function toFailure(error: Error, context: Readonly<RouterContextProvider>, isPicture: boolean): HttpError {
  if (error instanceof HttpError && !error.cause) return error;
  log.error({ requestId: getRequestContext(context).id, err: error.cause ?? error }, "profile not saved");
  return new HttpError(503, isPicture ? profileTexts.pictureFailed : profileTexts.saveFailed);
}
