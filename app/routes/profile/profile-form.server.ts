import { parseWithZod } from "@conform-to/zod/v4";
import { createContext, data, type RouterContextProvider } from "react-router";
import type { Viewer } from "../../auth/session.server.ts";
import { HttpError } from "../../http/problem.server.ts";
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

/** Saves the profile. @returns the form to show again; null when it is saved */
export async function saveProfile(
  context: Readonly<RouterContextProvider>,
  viewer: Viewer | null,
  form: FormData,
) {
  const submission = parseWithZod(form, { schema: profileFormSchema, disableAutoCoercion: true });
  try {
    if (!viewer) throw new HttpError(401, profileTexts.loggedOut);
    if (submission.status !== "success") return reply({ result: submission.reply() }, new HttpError(422));
    await updateProfile(viewer, viewer.id, submission.value);
    return null;
  } catch (error) {
    const failure = toFailure(error, context, profileTexts.saveFailed);
    if (failure.status === 401) context.set(guestReplyContext, true);
    const initialValue = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
    return reply({ result: { ...formFailure(failure.message), initialValue } }, failure);
  }
}

/** Stores or removes the picture. @returns what was wrong with it; null when it is done */
export async function changePicture(
  context: Readonly<RouterContextProvider>,
  change: () => Promise<unknown>,
) {
  try {
    await change();
    return null;
  } catch (error) {
    const failure = toFailure(error, context, profileTexts.pictureFailed);
    return reply({ picture: failure.message }, failure);
  }
}

function reply(body: Pick<ProfileReply, "result"> | Pick<ProfileReply, "picture">, error: HttpError) {
  const whole: ProfileReply = { result: null, picture: null, ...body, isLoggedOut: error.status === 401 };
  return data(whole, { status: error.status, headers: error.headers() });
}

/** What nobody foresaw is logged, and becomes the place's own sentence. */
function toFailure(error: unknown, context: Readonly<RouterContextProvider>, text: string): HttpError {
  if (!(error instanceof Error)) throw error;
  if (error instanceof HttpError && !error.cause) return error;
  log.error({ requestId: getRequestContext(context).id, err: error.cause ?? error }, "profile not saved");
  return new HttpError(503, text);
}
