import type { SubmissionResult } from "@conform-to/react";
import { Form } from "react-router";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextInput } from "../../ui/field.tsx";
import { type FieldErrorTexts, usePageForm } from "../../ui/form.tsx";
import * as styles from "./account.css.ts";

const choices = [
  ["keep", "They stay, under “Deleted user”", "Administrators look after your events."],
  ["delete", "They go, too", "Upcoming events are cancelled, and everyone who signed up gets an email."],
] as const;

/** Asks what becomes of the member's posts, and for the password unless the page was opened by a mailed link. */
export function DeleteForm({
  page: { token, errorTexts },
  reply,
  isSubmitting,
}: {
  page: {
    token: string | null;
    errorTexts: FieldErrorTexts<"posts" | "currentPassword">;
  };
  reply: SubmissionResult<string[]> | undefined;
  isSubmitting: boolean;
}) {
  const [form, fields, formProps] = usePageForm({
    id: "delete-account",
    lastResult: reply,
    errorTexts,
    defaultValue: { posts: "keep" },
  });
  return (
    <Form
      method="post"
      action={token ? "/account/delete?by=link" : "/account/delete"}
      className={styles.form}
      {...formProps}
    >
      <ErrorSummary form={form} />
      {token && <input type="hidden" name="token" value={token} />}
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>Your jobs, events and resources</legend>
        {choices.map(([value, text, note]) => (
          <label key={value} className={styles.choice}>
            <input
              type="radio"
              name="posts"
              value={value}
              defaultChecked={(fields.posts.initialValue ?? "keep") === value}
            />
            <span>
              {text}
              <br />
              <span className={styles.quiet}>{note}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {!token && (
        <TextInput
          field={fields.currentPassword}
          label="Your password"
          type="password"
          autoComplete="current-password"
          required
        />
      )}
      <Button variant="danger" size="lg" fullWidth loading={isSubmitting}>
        Delete my account
      </Button>
    </Form>
  );
}

/** The way without a password. */
export function LinkForm({ hasPassword }: { hasPassword: boolean }) {
  return (
    <Form method="post" action="/account/delete?by=mail" className={styles.part}>
      <p className={styles.quiet}>
        {hasPassword
          ? "Forgot it? We can email you a link instead."
          : "You log in with Google, so we email you a link to go on with."}
      </p>
      <Button variant={hasPassword ? "outline" : "danger"}>Email me a link</Button>
    </Form>
  );
}
