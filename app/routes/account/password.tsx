import { Form, useNavigation } from "react-router";
import {
  isFormPasswordEasy,
  minPasswordLength,
  withPasswordPolicy,
} from "../../auth/password-policy.server.ts";
import { requireViewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { authTexts } from "../../schemas/auth-texts.ts";
import { getFieldRules } from "../../schemas/field-rules.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { type FormFailure, usePageForm } from "../../ui/form.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { checkPasswordsMatch, NewPasswordFields } from "../../ui/new-password-fields.tsx";
import type { Route } from "./+types/password.ts";
import * as styles from "./account.css.ts";
import { AccountPage } from "./account-page.tsx";
import { changePassword, findOwner } from "./password.server.ts";
import { PasswordField } from "./password-field.tsx";
import { changePasswordFields, changePasswordSchema } from "./schema.server.ts";
import { accountTexts } from "./texts.ts";

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const owner = await queryOrNull(args.context, () => findOwner(viewer));
  if (!owner) return null;
  return {
    ...owner,
    rules: withPasswordPolicy(getFieldRules(changePasswordFields)),
    minPasswordLength,
  };
}

export const clientLoader = withFallback(() => null);

const texts = { failed: accountTexts.passwordFailed, loggedOut: accountTexts.loggedOut };

export async function action(args: Route.ActionArgs) {
  const viewer = await requireViewer(args);
  return submitForm(args, { fields: Object.keys(changePasswordFields), texts }, async (form) => {
    form.isPasswordEasy = await isFormPasswordEasy(form.data);
    const change = form.parse(changePasswordSchema);
    const { isEasy } = await changePassword(viewer, change, getRequestContext(args.context), args.request);
    const text = isEasy ? authTexts.passwordEasy : "Every other device is logged out.";
    const done = await redirectAndTell(args.context, "/account", {
      text: `Your password is changed. ${text}`,
    });
    // The page's socket belongs to the session that has ended: a new document opens one of the new session.
    done.headers.set("X-Remix-Reload-Document", "true");
    return done;
  });
}

export const clientAction = keepForm(texts);

export default function Password({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) {
    return (
      <AccountPage title="Password">
        <LoadFailure text={accountTexts.loadFailed} />
      </AccountPage>
    );
  }
  return (
    <AccountPage title="Password">
      {loaderData.hasPassword ? (
        <PasswordForm page={loaderData} failure={actionData?.failure} />
      ) : (
        <SetPassword email={loaderData.email} />
      )}
    </AccountPage>
  );
}

function PasswordForm({
  page,
  failure,
}: {
  page: NonNullable<Route.ComponentProps["loaderData"]>;
  failure: FormFailure | undefined;
}) {
  const [form, fields, formProps] = usePageForm({
    id: "password",
    lastResult: failure,
    rules: page.rules,
    validate: (element) => checkPasswordsMatch(element, authTexts.passwordsDiffer),
  });
  const isSubmitting = useNavigation().formAction === "/account/password";
  return (
    <>
      <p className={styles.quiet}>You stay logged in here and are logged out on every other device.</p>
      <Form method="post" className={styles.form} {...formProps}>
        <ErrorSummary form={form} failure={failure} />
        <PasswordField field={fields.currentPassword} />
        <NewPasswordFields
          fields={fields}
          minLength={page.minPasswordLength}
          wasEasy={failure?.isPasswordEasy ?? false}
          texts={authTexts}
          label="New password"
        />
        <Button size="lg" fullWidth loading={isSubmitting}>
          Change the password
        </Button>
      </Form>
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
