import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Choices } from "#app/ui/forms/choices.tsx";
import type { FormRules } from "#app/ui/forms/form.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { quiet } from "#app/ui/styles/layout.css.ts";
import * as styles from "./account.css.ts";
import { PasswordField } from "./password-field.tsx";

const choices = [
  ["keep", "Keep them, under “Deleted user”", "Administrators look after your events."],
  ["delete", "Delete them too", "Upcoming events are cancelled, and everyone who signed up gets an email."],
] as const;

/** Asks whether to delete the member's posts, and for the password unless a mailed link opened the page. */
export function DeleteForm({
  page: { token, rules },
  isSubmitting,
}: {
  page: {
    token: string | null;
    rules: FormRules<"posts" | "currentPassword">;
  };
  isSubmitting: boolean;
}) {
  const [form, fields] = usePageForm({
    id: "delete-account",
    rules,
    defaultValue: { posts: "keep" },
  });
  return (
    <PageForm
      form={form}
      action={token ? "/account/delete?by=link" : "/account/delete"}
      className={styles.form}
    >
      {token && <input type="hidden" name="token" value={token} />}
      <Choices
        className={styles.choices}
        field={fields.posts}
        legend="Your jobs, events and resources"
        choices={choices}
        preset="keep"
      />
      {!token && <PasswordField field={fields.currentPassword} label="Your password" />}
      <Button variant="danger" className={styles.start} loading={isSubmitting}>
        Delete my account
      </Button>
    </PageForm>
  );
}

/** Offers a mailed link instead of the password. */
export function LinkForm({ hasPassword }: { hasPassword: boolean }) {
  return (
    <Form method="post" action="/account/delete?by=mail" className={styles.part}>
      <p className={quiet}>
        {hasPassword
          ? "Forgot it? We can email you a link instead."
          : "You log in without a password, so we'll email you a link to continue."}
      </p>
      <Button variant={hasPassword ? "outline" : "danger"}>Email me a link</Button>
    </Form>
  );
}
