import { noticeGroupNames, noticeGroups, noticeKindNames, noticeKinds } from "#app/notices/kinds.ts";
import { findEndpoint, pushPublicKey } from "#app/notices/push.server.ts";
import {
  loadNoticeSettings,
  loadPushes,
  resumeMails,
  saveNoticeSettings,
  selectAddressState,
} from "#app/notices/settings.server.ts";
import { requireSession } from "#app/platform/auth/guards.server.ts";
import { env } from "#app/platform/env.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { isKindOn } from "#app/platform/http/area-switch.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { formatDateTime } from "#app/platform/time/time.server.ts";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import type { Route } from "./+types/notices.ts";
import { AccountPage } from "./account-page.tsx";
import { accountTexts } from "./account-texts.ts";
import { AddressState, NoticesForm, pushName } from "./notices-form.tsx";
import { PushSection } from "./push-section.tsx";
import { noticeFormSchema } from "./schema.server.ts";

const path = "/account/notices";

export const handle = { title: "Notices and emails", failed: accountTexts.loadFailed };

export async function loader(args: Route.LoaderArgs) {
  const { viewer, tokenHash } = await requireSession(args);
  const [{ kinds, digestHour, ...quiet }, [address], pushes, pushEndpoint] = await Promise.all([
    loadNoticeSettings(viewer.id),
    selectAddressState(viewer.id),
    loadPushes(viewer.id),
    findEndpoint(tokenHash),
  ]);
  const allowAsking = address?.allowAsking ? "on" : "";
  const shown = noticeKindNames.filter((kind) => {
    const { isForAdmins, isForModerators } = noticeKinds[kind];
    const isOwn = !isForAdmins || viewer.isAdmin || (isForModerators && viewer.isModerator);
    return isOwn && isKindOn(kind);
  });
  const groups = noticeGroupNames.flatMap((group) => {
    const own = shown.filter((kind) => noticeKinds[kind].group === group);
    const choices = new Set(own.map((kind) => kinds[kind]));
    const [choice = ""] = choices.size === 1 ? choices : [];
    const labelled = own.map((kind) => ({ kind, label: noticeKinds[kind].label }));
    return own.length === 0 ? [] : [{ group, name: noticeGroups[group], choice, kinds: labelled }];
  });
  return {
    email: address?.email ?? "",
    isConfirmed: address?.isConfirmed ?? false,
    pausedSince: address?.pausedAt ? formatDateTime(address.pausedAt) : null,
    timeZone: env.TIME_ZONE,
    pushPublicKey,
    pushEndpoint,
    pushes,
    groups,
    values: {
      ...kinds,
      ...Object.fromEntries(groups.map(({ group, choice }) => [`group-${group}`, choice])),
      ...quiet,
      allowAsking,
      digestHour: String(digestHour),
    },
    rules: getFieldRules(noticeFormSchema.shape),
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: accountTexts.saveFailed };
const fields = ["hasPushes", ...noticeKindNames.map(pushName), ...Object.keys(noticeFormSchema.shape)];

/**
 * Stores the notice settings and whether other members may ask the member to answer questions, or resumes mails to a paused
 * address.
 */
export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "member", fields, texts },
    {
      "": async (form, viewer) => {
        const { digestHour, quietFrom, quietTo, allowAsking, ...choices } = form.parse(noticeFormSchema);
        const chosen = noticeKindNames.flatMap((kind) => {
          const { group } = noticeKinds[kind];
          // The choice for a group counts only if it was changed: its kinds have choices of their own.
          const isChanged = choices[`group-${group}`] !== choices[`was-${group}`];
          const choice = (isChanged && choices[`group-${group}`]) || choices[kind];
          return choice ? [[kind, choice]] : [];
        });
        const pushes = noticeKindNames.map((kind) => [kind, form.data.has(pushName(kind))]);
        await saveNoticeSettings(viewer.id, {
          pushes: form.data.has("hasPushes") ? Object.fromEntries(pushes) : {},
          digestHour: Number(digestHour),
          quietFrom,
          quietTo,
          allowAsking,
          kinds: Object.fromEntries(chosen),
        });
        return redirectWithFlash(args.context, path, { text: "Your choices are saved.", at: "save" });
      },
      resume: async (_, viewer) => {
        await resumeMails(viewer.id);
        return redirectWithFlash(args.context, path, { text: "We try your address again." });
      },
    },
  );

export const clientAction = preserveForm({ ...texts, loggedOut: accountTexts.loggedOut });

export default function NoticeSettings({ loaderData }: Route.ComponentProps) {
  return (
    <AccountPage title="Notices and emails">
      <AddressState page={loaderData} />
      <NoticesForm page={loaderData} />
      <PushSection publicKey={loaderData.pushPublicKey} endpoint={loaderData.pushEndpoint} />
    </AccountPage>
  );
}
