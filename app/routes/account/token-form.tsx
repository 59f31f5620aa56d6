import type { SubmissionResult } from "@conform-to/react";
import { Form } from "react-router";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextInput } from "../../ui/field.tsx";
import { type FieldErrorTexts, usePageForm } from "../../ui/form.tsx";
import * as styles from "./account.css.ts";

const choices = [
  ["read", "Read only", "It sees what you see and changes nothing."],
  ["write", "Read and write", "It can also post, send messages and change your profile."],
] as const;

/** Asks for the name of a new token and what it may do. */
export function TokenForm({
  errorTexts,
  reply,
  isSubmitting,
}: {
  errorTexts: FieldErrorTexts<"name" | "access">;
  reply: SubmissionResult<string[]> | undefined;
  isSubmitting: boolean;
}) {
  const [form, fields, formProps] = usePageForm({
    id: "new-token",
    lastResult: reply,
    errorTexts,
    defaultValue: { access: "read" },
  });
  return (
    <Form method="post" className={styles.form} {...formProps}>
      <h2>New token</h2>
      <ErrorSummary form={form} />
      <TextInput
        field={fields.name}
        label="Name"
        hint="The program, so that you know it later"
        maxLength={60}
        autoComplete="off"
        required
      />
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>What it may do</legend>
        {choices.map(([value, text, note]) => (
          <label key={value} className={styles.choice}>
            <input
              type="radio"
              name="access"
              value={value}
              defaultChecked={(fields.access.initialValue ?? "read") === value}
            />
            <span>
              {text}
              <br />
              <span className={styles.quiet}>{note}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Button size="lg" fullWidth loading={isSubmitting}>
        Make the token
      </Button>
    </Form>
  );
}
