import { requireSession, requireViewer } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { hasFile, type PostedForm, submitForm } from "#app/platform/forms/submit.server.ts";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { stack } from "#app/ui/styles/layout.css.ts";
import { receiveFormWithAvatar, removeAvatar } from "../../avatar.server.ts";
import { updateProfile } from "../../profile.server.ts";
import type { Route } from "./+types/profile.ts";
import { About } from "./about.tsx";
import { ProfileCard } from "./card.tsx";
import * as styles from "./profile.css.ts";
import { positionButtons, profileNames, readProfile, toFormValues } from "./profile-form.server.ts";
import { ProfileForm } from "./profile-form.tsx";
import { profileTexts } from "./profile-texts.ts";
import {
  createFormPage,
  loadOwnProfile,
  loadPreview,
  requireOwnRow,
  type SeenAs,
} from "./read-profile.server.ts";

export const handle = {
  title: "Profile",
  failed: profileTexts.loadFailed,
  body: { hasFile: true },
  offline: "own",
};

/** `?edit` opens the form in place, `?as=member` and `?as=connection` preview what others see. */
export async function loader(args: Route.LoaderArgs) {
  const { searchParams } = args.url;
  const as = searchParams.get("as");
  const seenAs: SeenAs = as === "member" || as === "connection" ? as : "owner";
  const viewer = await requireViewer(args);
  const isEditing = seenAs === "owner" && searchParams.has("edit");
  return {
    profile: await (seenAs === "owner" ? loadOwnProfile(viewer) : loadPreview(viewer, seenAs)),
    form: isEditing ? await createFormPage(await requireOwnRow(viewer)) : null,
    seenAs,
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

/** Only typed text must survive: without a session, a form with only the picture redirects to the log-in. */
const texts = (form: FormData) =>
  form.has("name")
    ? { failed: profileTexts.saveFailed, loggedOut: profileTexts.loggedOut }
    : { failed: profileTexts.pictureFailed, field: "avatar" };

/**
 * Handles three forms: the profile with its buttons for the positions, a new picture (multipart), and its removal.
 */
export const action = (args: Route.ActionArgs) => {
  const flash = (text: string) => redirectWithFlash(args.context, "/profile", { text });
  const save = (form: PostedForm, viewer: Viewer) => {
    const change = readProfile(form);
    return () => updateProfile(viewer, viewer.id, change, form.versions);
  };
  const keep = (change: (form: PostedForm) => Record<string, string>) => async (form: PostedForm) => ({
    done: change(form),
  });
  const buttons = {
    "": async (form: PostedForm, viewer: Viewer) => {
      await save(form, viewer)();
      return flash("Your profile is saved.");
    },
    "remove-avatar": async () => {
      await removeAvatar(await requireSession(args));
      return flash("Your picture is removed.");
    },
    ...Object.fromEntries(Object.entries(positionButtons).map(([name, change]) => [name, keep(change)])),
  };
  const readStored = async () => {
    const row = await requireOwnRow(await requireViewer(args));
    const { version = "", ...values } = toFormValues(row);
    return { version, values };
  };
  const options = { fields: profileNames, texts, mayHaveFile: true, readStored } as const;
  if (!hasFile(args.request)) {
    return submitForm<Record<string, string>, "member">(args, { ...options, auth: "member" }, buttons);
  }
  return submitForm(args, { ...options, auth: "anyone" }, async (form) => {
    const maxFields = profileNames.length + 5;
    let text = "Your new picture is here.";
    await receiveFormWithAvatar(args, { maxFields, loggedOut: profileTexts.loggedOut }, (fields, viewer) => {
      // The card's form contains only the picture.
      if (!("name" in fields)) return null;
      text = "Your profile is saved.";
      form.fill(fields);
      return save(form, viewer);
    });
    return flash(text);
  });
};

export const clientAction = preserveForm(texts);

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, form, seenAs } = loaderData;
  return (
    <div className={form ? styles.editPage : styles.page}>
      <Title>Profile</Title>
      {!form && <ProfileCard profile={profile} seenAs={seenAs} />}
      <div className={stack[5]}>
        {form && (
          <ProfileForm
            page={actionData?.done ? { ...form, values: actionData.done } : form}
            hasMovedPositions={actionData?.done !== undefined}
          />
        )}
        {!form && <About profile={profile} seenAs={seenAs} />}
      </div>
    </div>
  );
}
