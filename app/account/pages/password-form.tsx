import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { useFailure } from "#app/ui/forms/form.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { quiet } from "#app/ui/styles/layout.css.ts";
import { checkPasswordsMatch, NewPasswordFields } from "../new-password-fields.tsx";
import { authTexts } from "../texts.ts";
import type { Route } from "./+types/password.ts";
import * as styles from "./account.css.ts";
import { PasswordField } from "./password-field.tsx";

export function PasswordForm({ page }: { page: Route.ComponentProps["loaderData"] }) {
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
        <Button className={styles.start} loading={isSubmitting}>
          Change the password
        </Button>
      </PageForm>
    </>
  );
}

/** For members who log in only through a provider: sends the link for a forgotten password. */
export function SetPassword({ email }: { email: string }) {
  return (
    <>
      <p>You have no password yet. We can email {email} a link to set one.</p>
      <Form method="post" action="/forgot-password">
        <input type="hidden" name="email" value={email} />
        <Button>Email me a link</Button>
      </Form>
    </>
  );
}
