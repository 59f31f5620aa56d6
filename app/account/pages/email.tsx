import { Link, useNavigation } from "react-router";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { Button } from "#app/ui/button.tsx";
import { TextInput } from "#app/ui/forms/field.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { quiet } from "#app/ui/styles/layout.css.ts";
import type { Route } from "./+types/email.ts";
import * as styles from "./account.css.ts";
import { AccountPage } from "./account-page.tsx";
import { accountTexts } from "./account-texts.ts";
import { requestEmailChange } from "./email-change.server.ts";
import { findOwner } from "./password.server.ts";
import { PasswordField } from "./password-field.tsx";
import { changeEmailFields, changeEmailSchema } from "./schema.server.ts";

export const handle = { title: "Email address", failed: accountTexts.loadFailed };

export async function loader(args: Route.LoaderArgs) {
  const owner = await findOwner(await requireViewer(args));
  return { ...owner, rules: getFieldRules(changeEmailFields) };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: accountTexts.emailFailed };

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "member", fields: Object.keys(changeEmailFields), texts },
    async (form, viewer) => {
      const change = form.parse(changeEmailSchema);
      await requestEmailChange(viewer, change, getRequestContext(args.context), args.request);
      const text = "We've sent a link to your new address. It works once and expires after an hour.";
      return redirectWithFlash(args.context, "/account", { text });
    },
  );

export const clientAction = preserveForm({ ...texts, loggedOut: accountTexts.loggedOut });

export default function Email({ loaderData }: Route.ComponentProps) {
  return (
    <AccountPage title="Email address">
      {loaderData.hasPassword ? (
        <EmailForm page={loaderData} />
      ) : (
        <p>
          {accountTexts.setPasswordFirst} <Link to="/account/password">Set a password</Link>
        </p>
      )}
    </AccountPage>
  );
}

function EmailForm({ page }: { page: Route.ComponentProps["loaderData"] }) {
  const [form, fields] = usePageForm({ id: "email", rules: page.rules });
  const isSubmitting = useNavigation().formAction === "/account/email";
  return (
    <>
      <p className={quiet}>
        Your address is <b>{page.email}</b>. We'll email the new one a link to confirm it.
      </p>
      <PageForm form={form} className={styles.form}>
        <TextInput field={fields.email} label="New email" type="email" autoComplete="email" />
        <PasswordField field={fields.currentPassword} />
        <Button className={styles.start} loading={isSubmitting}>
          Send the link
        </Button>
      </PageForm>
    </>
  );
}
