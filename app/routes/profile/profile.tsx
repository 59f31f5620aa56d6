import { requireSession, requireViewer } from "../../auth/guards.server.ts";
import type { Session, Viewer } from "../../auth/sessions.server.ts";
import { redirectWithFlash } from "../../forms/flash.server.ts";
import { preserveForm } from "../../forms/preserve-form.ts";
import {
  hasFile,
  hasSessionEnded,
  type PostedForm,
  readVersions,
  submitForm,
} from "../../forms/submit.server.ts";
import { removeAvatar, storeAvatar } from "../../people/avatar.server.ts";
import { updateProfile } from "../../people/profile.server.ts";
import { profileFormFields, profileFormSchema } from "../../schemas/profile.ts";
import { stack } from "../../styles/layout.css.ts";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/profile.ts";
import { About } from "./about.tsx";
import { Card } from "./card.tsx";
import * as styles from "./profile.css.ts";
import { ProfileForm } from "./profile-form.tsx";
import { createFormPage, loadOwnProfile, loadPreview, type SeenAs, selectOwnRow } from "./queries.server.ts";
import { profileTexts } from "./texts.ts";

export const handle = {
  title: "Profile",
  failed: profileTexts.loadFailed,
  body: { hasFile: true },
  keep: "own",
};

/** `?edit` opens the form in place, `?as=member` and `?as=connection` preview what others see. */
export async function loader(args: Route.LoaderArgs) {
  const { searchParams } = args.url;
  const as = searchParams.get("as");
  const seenAs: SeenAs = as === "member" || as === "connection" ? as : "owner";
  if (args.context.get(hasSessionEnded)) return { profile: null, form: createFormPage(null), seenAs };
  const viewer = await requireViewer(args);
  const isEditing = seenAs === "owner" && searchParams.has("edit");
  return {
    profile: await (seenAs === "owner" ? loadOwnProfile(viewer) : loadPreview(viewer, seenAs)),
    form: isEditing ? createFormPage(await selectOwnRow(viewer)) : null,
    seenAs,
  };
}

export { LoadFailed as ErrorBoundary } from "../../ui/load-failed.tsx";

/** Only what was typed has to stay: without a session, a form about the picture leads to the log-in. */
const texts = (form: FormData) =>
  form.has("name")
    ? { failed: profileTexts.saveFailed, loggedOut: profileTexts.loggedOut }
    : { failed: profileTexts.pictureFailed, field: "avatar" };

/** Three forms: the profile, a new picture (multipart), and its removal. */
export const action = (args: Route.ActionArgs) => {
  const flash = (text: string) => redirectWithFlash(args.context, "/profile", { text });
  const changePicture = (change: (session: Session) => Promise<unknown>, text: string) => async () => {
    await change(await requireSession(args));
    return flash(text);
  };
  const upload = changePicture((session) => storeAvatar(args.request, session), "Your new picture is here.");
  const buttons = {
    "": async (form: PostedForm, viewer: Viewer) => {
      await updateProfile(viewer, viewer.id, form.parse(profileFormSchema), readVersions(form));
      return flash("Your profile is saved.");
    },
    "remove-avatar": changePicture(removeAvatar, "Your picture is removed."),
  };
  const readStored = async () => {
    const row = await selectOwnRow(await requireViewer(args));
    const { version = "", allowAnonymous: _, ...values } = createFormPage(row).values;
    return { version, values };
  };
  const fields = ["version", ...Object.keys(profileFormFields)];
  return submitForm(
    args,
    { auth: "member", limit: null, fields, texts, mayHaveFile: true, readStored },
    hasFile(args.request) ? upload : buttons,
  );
};

export const clientAction = preserveForm(texts);

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, form, seenAs } = loaderData;
  return (
    <div className={styles.page}>
      <Title>Profile</Title>
      {profile && (
        <Card profile={profile} seenAs={seenAs} isEditing={form !== null} failure={actionData?.failure} />
      )}
      <div className={stack[5]}>
        {form && <ProfileForm page={form} failure={actionData?.failure} />}
        {profile && !form && <About profile={profile} seenAs={seenAs} />}
      </div>
    </div>
  );
}
