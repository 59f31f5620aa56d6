import { TextArea } from "#app/ui/forms/field.tsx";
import { type FormRules, useFailure } from "#app/ui/forms/form.tsx";

/** The text field for the poster's answer to applicants. */
export function AnswerText({ rules, hint }: { rules: FormRules<"text">; hint?: string }) {
  const failure = useFailure();
  return (
    <TextArea
      field={{
        id: "text",
        name: "text",
        initialValue: String(failure?.initialValue?.text ?? ""),
        errors: failure?.error?.text ?? undefined,
        rules: rules.text,
      }}
      label="Your words to them"
      hint={hint}
      rows={4}
    />
  );
}
