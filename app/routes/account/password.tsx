import { Form, useNavigation } from "react-router";
import { requireViewer } from "../../auth/guards.server.ts";
import {
  isFormPasswordEasy,
  minPasswordLength,
  withPasswordPolicy,
} from "../../auth/password-policy.server.ts";
import { redirectWithFlash } from "../../forms/flash.server.ts";
import { checkPasswordsMatch, NewPasswordFields } from "../../forms/new-password-fields.tsx";
import { preserveForm } from "../../forms/preserve-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { authTexts } from "../../schemas/auth-texts.ts";
import { getFieldRules } from "../../schemas/field-rules.ts";
import { quiet } from "../../styles/layout.css.ts";
import { Button } from "../../ui/button.tsx";
import { useFailure } from "../../ui/form.tsx";
import { PageForm, usePageForm } from "../../ui/page-form.tsx";
import type { Route } from "./+types/password.ts";
import * as styles from "./account.css.ts";
import { AccountPage } from "./account-page.tsx";
import { changePassword, findOwner } from "./password.server.ts";
import { PasswordField } from "./password-field.tsx";
import { changePasswordFields, changePasswordSchema } from "./schema.server.ts";
import { accountTexts } from "./texts.ts";

export const handle = { title: "Password", failed: accountTexts.loadFailed };

export async function loader(args: Route.LoaderArgs) {
  const owner = await findOwner(await requireViewer(args));
  return { ...owner, rules: withPasswordPolicy(getFieldRules(changePasswordFields)), minPasswordLength };
}

export { LoadFailed as ErrorBoundary } from "../../ui/load-failed.tsx";

const texts = { failed: accountTexts.passwordFailed };

const fields = Object.keys(changePasswordFields);

export const action = (args: Route.ActionArgs) =>
  submitForm(args, { auth: "member", limit: null, fields, texts }, async (form, viewer) => {
    form.isPasswordEasy = await isFormPasswordEasy(form.data);
    const change = form.parse(changePasswordSchema);
    const { isEasy } = await changePassword(viewer, change, getRequestContext(args.context), args.request);
    const text = isEasy ? authTexts.passwordEasy : "Every other device is logged out.";
    const done = await redirectWithFlash(args.context, "/account", {
      text: `Your password is changed. ${text}`,
      ...(isEasy && { link: { to: "/account/password", text: "Change it" } }),
    });
    // The page's socket belongs to the session that has ended: a new document opens one of the new session.
    done.headers.set("X-Remix-Reload-Document", "true");
    return done;
  });

export const clientAction = preserveForm({ ...texts, loggedOut: accountTexts.loggedOut });

export default function Password({ loaderData }: Route.ComponentProps) {
  return (
    <AccountPage title="Password">
      {loaderData.hasPassword ? <PasswordForm page={loaderData} /> : <SetPassword email={loaderData.email} />}
    </AccountPage>
  );
}

function PasswordForm({ page }: { page: Route.ComponentProps["loaderData"] }) {
  const [form, fields] = usePageForm({
    id: "password",
    rules: page.rules,
    validate: (element) => checkPasswordsMatch(element, authTexts.passwordsDiffer),
  });
  const isSubmitting = useNavigation().formAction === "/account/password";
  return (
    <>
      <p className={quiet}>You stay logged in here and are logged out on every other device.</p>
      <PageForm form={form} className={styles.form}>
        <PasswordField field={fields.currentPassword} />
        <NewPasswordFields
          fields={fields}
          minLength={page.minPasswordLength}
          wasEasy={useFailure()?.isPasswordEasy ?? false}
          texts={authTexts}
          label="New password"
        />
        <Button size="lg" fullWidth loading={isSubmitting}>
          Change the password
        </Button>
      </PageForm>
    </>
  );
}

/** For members who only log in through Google: a mailed link, as after a forgotten password. */
function SetPassword({ email }: { email: string }) {
  return (
    <>
      <p>You log in with Google and have no password yet. We can email {email} a link to set one.</p>
      <Form method="post" action="/forgot-password">
        <input type="hidden" name="email" value={email} />
        <Button>Email me a link</Button>
      </Form>
    </>
  );
}
