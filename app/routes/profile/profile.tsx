import { requireSession, requireViewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { keepForm } from "../../forms/keep-form.ts";
import {
  hasFile,
  hasSessionEnded,
  readVersions,
  requireSender,
  submitForm,
} from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { removeAvatar, storeAvatar } from "../../people/avatar.server.ts";
import { updateProfile } from "../../people/profile.server.ts";
import { profileFormFields, profileFormSchema } from "../../schemas/profile.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/profile.ts";
import { About } from "./about.tsx";
import { Card } from "./card.tsx";
import * as styles from "./profile.css.ts";
import { ProfileForm } from "./profile-form.tsx";
import { createFormPage, loadOwnProfile, loadPreview, type SeenAs, selectOwnRow } from "./queries.server.ts";
import { profileTexts } from "./texts.ts";

export const handle = { body: { hasFile: true }, keep: "own" };

/** `?edit` opens the form in place, `?as=member` and `?as=connection` preview what others see. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  if (context.get(hasSessionEnded)) return { profile: null, form: createFormPage(null), seenAs: null };
  const viewer = await requireViewer({ request, context, url });
  const as = url.searchParams.get("as");
  const seenAs: SeenAs = as === "member" || as === "connection" ? as : "owner";
  const isEditing = seenAs === "owner" && url.searchParams.has("edit");
  const loaded = await queryOrNull(context, async () => ({
    profile: await (seenAs === "owner" ? loadOwnProfile(viewer) : loadPreview(viewer, seenAs)),
    form: isEditing ? createFormPage(await selectOwnRow(viewer)) : null,
  }));
  return loaded && { ...loaded, seenAs };
}

export const clientLoader = withFallback(() => null);

const texts = (form: FormData) => ({
  loggedOut: profileTexts.loggedOut,
  ...(form.has("name")
    ? { failed: profileTexts.saveFailed }
    : { failed: profileTexts.pictureFailed, field: "avatar" }),
});

/** Three forms: the profile, a new picture (multipart), and its removal. */
export const action = (args: Route.ActionArgs) => {
  const fields = ["intent", "version", ...Object.keys(profileFormFields)];
  const readStored = async () => {
    const {
      version = "",
      allowAnonymous: _,
      ...values
    } = createFormPage(await selectOwnRow(await requireViewer(args))).values;
    return { version, values };
  };
  return submitForm(args, { fields, texts, mayHaveFile: true, readStored }, async (form) => {
    const tell = (text: string) => redirectAndTell(args.context, "/profile", { text });
    if (hasFile(args.request)) {
      await storeAvatar(args.request, await requireSession(args));
      return tell("Your new picture is here.");
    }
    if (form.text("intent") === "remove-avatar") {
      await removeAvatar(await requireSession(args));
      return tell("Your picture is removed.");
    }
    const { viewer } = await requireSender(args, profileTexts.loggedOut);
    await updateProfile(viewer, viewer.id, form.parse(profileFormSchema), readVersions(form));
    return tell("Your profile is saved.");
  });
};

export const clientAction = keepForm(texts);

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { profile = null, form = null, seenAs = null } = loaderData ?? {};
  return (
    <div className={styles.page}>
      <Title>Profile</Title>
      {profile && seenAs && (
        <Card profile={profile} seenAs={seenAs} isEditing={form !== null} failure={actionData?.failure} />
      )}
      <div className={styles.right}>
        {form ? (
          <ProfileForm page={form} failure={actionData?.failure} />
        ) : profile && seenAs ? (
          <About profile={profile} seenAs={seenAs} />
        ) : (
          <LoadFailure text={profileTexts.loadFailed} />
        )}
      </div>
    </div>
  );
}
