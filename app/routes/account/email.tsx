import { Form, Link, useNavigation } from "react-router";
import { requireViewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { getFieldRules } from "../../schemas/field-rules.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextInput } from "../../ui/field.tsx";
import { type FormFailure, usePageForm } from "../../ui/form.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import type { Route } from "./+types/email.ts";
import * as styles from "./account.css.ts";
import { AccountPage } from "./account-page.tsx";
import { requestEmailChange } from "./email-change.server.ts";
import { findOwner } from "./password.server.ts";
import { PasswordField } from "./password-field.tsx";
import { changeEmailFields, changeEmailSchema } from "./schema.server.ts";
import { accountTexts } from "./texts.ts";

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const owner = await queryOrNull(args.context, () => findOwner(viewer));
  if (!owner) return null;
  return {
    ...owner,
    rules: getFieldRules(changeEmailFields),
  };
}

export const clientLoader = withFallback(() => null);

const texts = { failed: accountTexts.emailFailed, loggedOut: accountTexts.loggedOut };

export async function action(args: Route.ActionArgs) {
  const viewer = await requireViewer(args);
  return submitForm(args, { fields: Object.keys(changeEmailFields), texts }, async (form) => {
    const change = form.parse(changeEmailSchema);
    await requestEmailChange(viewer, change, getRequestContext(args.context), args.request);
    const text = "We've sent a link to your new address. It works once and expires after an hour.";
    return redirectAndTell(args.context, "/account", { text });
  });
}

export const clientAction = keepForm(texts);

export default function Email({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AccountPage title="Email address">
      {loaderData === null && <LoadFailure text={accountTexts.loadFailed} />}
      {loaderData?.hasPassword === false && (
        <p>
          {accountTexts.setPasswordFirst} <Link to="/account/password">Set a password</Link>
        </p>
      )}
      {loaderData?.hasPassword && <EmailForm page={loaderData} failure={actionData?.failure} />}
    </AccountPage>
  );
}

function EmailForm({
  page,
  failure,
}: {
  page: NonNullable<Route.ComponentProps["loaderData"]>;
  failure: FormFailure | undefined;
}) {
  const [form, fields, formProps] = usePageForm({
    id: "email",
    lastResult: failure,
    rules: page.rules,
  });
  const isSubmitting = useNavigation().formAction === "/account/email";
  return (
    <>
      <p>
        Your address is <b>{page.email}</b>. We'll email the new one a link to confirm it.
      </p>
      <Form method="post" className={styles.form} {...formProps}>
        <ErrorSummary form={form} failure={failure} />
        <TextInput field={fields.email} label="New email" type="email" autoComplete="email" required />
        <PasswordField field={fields.currentPassword} />
        <Button size="lg" fullWidth loading={isSubmitting}>
          Send the link
        </Button>
      </Form>
    </>
  );
}
