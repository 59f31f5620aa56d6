import { data, redirect } from "react-router";
import { getViewer, requireSession, requireViewer } from "../../auth/session.server.ts";
import { loadOr, submitOr } from "../../client/requests.ts";
import { readForm } from "../../http/request.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { removeAvatar, storeAvatar } from "../../people/avatar.server.ts";
import { profileFormFields } from "../../schemas/profile.ts";
import { formFailure } from "../../ui/form.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/profile.ts";
import { About } from "./about.tsx";
import { Card } from "./card.tsx";
import * as styles from "./profile.css.ts";
import { changePicture, createFormPage, guestReplyContext, saveProfile } from "./profile-form.server.ts";
import { ProfileForm, type ProfileReply } from "./profile-form.tsx";
import { loadOwnProfile, loadPreview, type SeenAs, selectOwnRow } from "./queries.server.ts";
import { profileTexts } from "./texts.ts";

/** `?edit` opens the form in place, `?as=member` and `?as=connection` preview what others see. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  if (context.get(guestReplyContext)) return { profile: null, form: createFormPage(null), seenAs: null };
  const viewer = await requireViewer({ request, context, url });
  const as = url.searchParams.get("as");
  const seenAs: SeenAs = as === "member" || as === "connection" ? as : "owner";
  const isEditing = seenAs === "owner" && url.searchParams.has("edit");
  const loaded = await queryOrNull(context, async () => ({
    profile: await (seenAs === "owner" ? loadOwnProfile(viewer) : loadPreview(viewer, seenAs)),
    form: isEditing ? createFormPage(await selectOwnRow(viewer)) : null,
  }));
  return loaded ? { ...loaded, seenAs } : data(null, 503);
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => loadOr(serverLoader, null);

/** Three forms: the profile, a new picture (multipart), and its removal. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const isUpload = /^multipart\//i.test(request.headers.get("Content-Type") ?? "");
  const form = isUpload ? null : await readForm(request, ["intent", ...Object.keys(profileFormFields)]);
  if (form && form.get("intent") !== "remove-avatar") {
    const reply = await saveProfile(context, await getViewer({ request, context }), form);
    if (reply) return reply;
  } else {
    const session = await requireSession({ request, context, url });
    const change = () => (isUpload ? storeAvatar(request, session) : removeAvatar(session));
    const reply = await changePicture(context, change);
    if (reply) return reply;
  }
  throw redirect("/profile", 303);
}

/** The forms stay as they are when the server is out of reach or fails. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  return submitOr(serverAction, (reason): ProfileReply => {
    const isLoggedOut = reason === "login";
    if (form.has("name")) {
      const text = isLoggedOut ? profileTexts.loggedOut : profileTexts.saveFailed;
      return { result: formFailure(text), picture: null, isLoggedOut };
    }
    const picture = isLoggedOut ? profileTexts.loggedOut : profileTexts.pictureFailed;
    return { result: null, picture, isLoggedOut };
  });
}

/** A 429 has `Retry-After`. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { profile = null, form = null, seenAs = null } = loaderData ?? {};
  return (
    <div className={styles.page}>
      <Title>Profile</Title>
      {profile && seenAs && (
        <Card profile={profile} seenAs={seenAs} isEditing={form !== null} reply={actionData} />
      )}
      <div className={styles.right}>
        {form ? (
          <ProfileForm page={form} reply={actionData} />
        ) : profile && seenAs ? (
          <About profile={profile} seenAs={seenAs} />
        ) : (
          <LoadFailure text={profileTexts.loadFailed} />
        )}
      </div>
    </div>
  );
}
