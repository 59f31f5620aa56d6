import { data, Form, Link, useNavigation } from "react-router";
import type { NoticeChoice } from "#db/vocabulary.ts";
import { requireViewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { env } from "../../env.server.ts";
import { nameTimeZone } from "../../events/times.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { pushPublicKey } from "../../notices/push.server.ts";
import {
  loadNoticeSettings,
  loadPushes,
  resumeMails,
  saveNoticeSettings,
  selectAddressState,
} from "../../notices/settings.server.ts";
import { getFieldRules } from "../../schemas/field-rules.ts";
import { noticeKindNames, noticeKinds } from "../../schemas/notice-kinds.ts";
import { formatDateTime } from "../../time.server.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Checkbox, Select, TextInput } from "../../ui/field.tsx";
import { type Field, usePageForm } from "../../ui/form.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { ToldLine } from "../../ui/told.tsx";
import type { Route } from "./+types/notices.ts";
import * as styles from "./account.css.ts";
import { AccountPage } from "./account-page.tsx";
import { PushSection } from "./push-section.tsx";
import { noticeFormSchema } from "./schema.server.ts";
import { accountTexts } from "./texts.ts";

const path = "/account/notices";
/** The field that says whether a kind is pushed. */
const pushName = (kind: string) => `push-${kind}`;

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const found = await queryOrNull(args.context, () =>
    Promise.all([loadNoticeSettings(viewer.id), selectAddressState(viewer.id), loadPushes(viewer.id)]),
  );
  if (!found) return null;
  const [{ kinds, digestHour, ...quiet }, [address], pushes] = found;
  const shown = noticeKindNames.filter((kind) => viewer.isAdmin || !noticeKinds[kind].isForAdmins);
  return {
    email: address?.email ?? "",
    isConfirmed: address?.isConfirmed ?? false,
    pausedSince: address?.pausedAt ? formatDateTime(address.pausedAt) : null,
    timeZone: env.TIME_ZONE,
    pushPublicKey,
    pushes,
    labels: shown.map((kind) => ({ kind, label: noticeKinds[kind].label })),
    values: {
      ...kinds,
      ...quiet,
      digestHour: String(digestHour),
      allowAsking: address?.allowAsking ? "on" : "",
    },
    rules: getFieldRules(noticeFormSchema.shape),
  };
}

export const clientLoader = withFallback(() => null);

const texts = { failed: accountTexts.saveFailed, loggedOut: accountTexts.loggedOut };

/** Stores how the member is told and whether others may ask them, or tries a paused address again. */
export async function action(args: Route.ActionArgs) {
  const viewer = await requireViewer(args);
  const fields = [
    "intent",
    "hasPushes",
    ...noticeKindNames.map(pushName),
    ...Object.keys(noticeFormSchema.shape),
  ];
  return submitForm(args, { fields, texts }, async (form) => {
    const intent = form.text("intent") || "save";
    if (intent === "resume") {
      await resumeMails(viewer.id);
      return redirectAndTell(args.context, path, { text: "We try your address again." });
    }
    if (intent !== "save") throw data("This page does not have that button.", 400);
    const { digestHour, quietFrom, quietTo, allowAsking, ...kinds } = form.parse(noticeFormSchema);
    const chosen = Object.entries(kinds).filter(([, choice]) => choice !== undefined);
    const pushes = noticeKindNames.map((kind) => [kind, form.data.has(pushName(kind))]);
    await saveNoticeSettings(viewer.id, {
      pushes: form.data.has("hasPushes") ? Object.fromEntries(pushes) : {},
      digestHour: Number(digestHour),
      quietFrom,
      quietTo,
      allowAsking,
      kinds: Object.fromEntries(chosen),
    });
    return redirectAndTell(args.context, path, { text: "Your choices are saved.", at: "save" });
  });
}

export const clientAction = keepForm(texts);

const choices: readonly (readonly [NoticeChoice, string])[] = [
  ["here", "Here only"],
  ["mail", "Email at once"],
  ["digest", "In the daily digest"],
  ["never", "Never"],
];
/** Where a kind stands, by the beginning of its name. */
const groups = [
  ["Connections", /^connection-/],
  ["Events", /^event-/],
  ["Questions", /^(question|answer)-/],
  ["Messages, searches and reports", /^(report|post|saved|messages)-/],
  ["Administration", /^admin-/],
] as const;
const hours = Array.from(
  { length: 24 },
  (_, hour) => [String(hour), `${String(hour).padStart(2, "0")}:00`] as const,
);

export default function NoticeSettings({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AccountPage title="Notices and emails">
      {loaderData ? (
        <>
          <AddressState page={loaderData} />
          <PushSection publicKey={loaderData.pushPublicKey} />
          <SettingsForm page={loaderData} failure={actionData?.failure} />
        </>
      ) : (
        <LoadFailure text={accountTexts.loadFailed} />
      )}
    </AccountPage>
  );
}

type Page = NonNullable<Route.ComponentProps["loaderData"]>;

function AddressState({ page: { email, isConfirmed, pausedSince } }: { page: Page }) {
  if (!isConfirmed) {
    return (
      <p>
        Your address {email} isn't confirmed, so you get notices here and no emails yet.{" "}
        <Link to="/forgot-password">Confirm it</Link> with a link for a new password.
      </p>
    );
  }
  if (pausedSince === null) return null;
  return (
    <Form method="post" className={styles.part}>
      <p>
        Your address {email} refused our emails, so we stopped them on {pausedSince}. You still get notices
        here. <Link to="/account/email">Change your address</Link>, or let us try it again.
      </p>
      <Button variant="outline" name="intent" value="resume">
        Try again
      </Button>
    </Form>
  );
}

function SettingsForm({
  page: { labels, values, rules, timeZone, pushes },
  failure,
}: {
  page: Page;
  failure: NonNullable<Route.ComponentProps["actionData"]>["failure"];
}) {
  const [form, fields, formProps] = usePageForm({
    id: "notices",
    lastResult: failure,
    rules,
    defaultValue: values,
  });
  const isSaving = useNavigation().formAction === path;
  return (
    <Form method="post" className={styles.settings} {...formProps}>
      <ErrorSummary form={form} failure={failure} />
      {pushes && <input type="hidden" name="hasPushes" value="on" />}
      <p>
        Everything also appears in your <Link to="/notices">notices</Link>. Choose what we email as well.
      </p>
      {groups.map(([name, pattern]) => {
        const kinds = labels.filter(({ kind }) => pattern.test(kind));
        if (kinds.length === 0) return null;
        return (
          <fieldset key={name} className={styles.kinds}>
            <legend className={styles.legend}>{name}</legend>
            {kinds.map(({ kind, label }) => (
              <div key={kind}>
                <Select field={fields[kind]} label={label} options={choices} required />
                {pushes && (
                  <Checkbox
                    label="Also on my devices"
                    name={pushName(kind)}
                    value="on"
                    defaultChecked={pushes[kind]}
                    aria-label={`Also on my devices: ${label}`}
                  />
                )}
              </div>
            ))}
            {name === "Questions" && <Asking field={fields.allowAsking} />}
          </fieldset>
        );
      })}
      <Select
        field={fields.digestHour}
        label="The daily digest comes at"
        hint="One email a day with everything new, and none when there is nothing."
        options={hours}
        required
      />
      <p className={styles.row}>
        <ButtonLink to="/account/notices/digest" variant="outline" size="sm">
          See your next digest
        </ButtonLink>
      </p>
      <fieldset aria-describedby="quiet-hours">
        <legend className={styles.legend}>Quiet hours</legend>
        <div className={styles.times}>
          <TextInput field={fields.quietFrom} type="time" label="From" required />
          <TextInput field={fields.quietTo} type="time" label="Until" required />
        </div>
        <p className={styles.quiet} id="quiet-hours">
          Emails wait until then and come as one. Times are {nameTimeZone(timeZone)}. We always email you
          about your account.
        </p>
      </fieldset>
      <ToldLine at="save" />
      <Button id="save" className={styles.start} loading={isSaving}>
        Save
      </Button>
    </Form>
  );
}

const Asking = ({ field }: { field: Field }) => (
  <div>
    <Checkbox
      key={field.key}
      name={field.name}
      label="Others may ask me"
      defaultChecked={field.initialValue === "on"}
      aria-describedby="may-ask"
    />
    <p className={styles.note} id="may-ask">
      When a question fits your skills its asker may choose you. You get an email, at most one in a week.
    </p>
  </div>
);
