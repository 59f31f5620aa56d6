import { TextInput } from "#app/ui/forms/field.tsx";
import { type Field, readField } from "#app/ui/forms/form.tsx";
import { type PasswordHintTexts, usePasswordHint } from "./use-password-hint.ts";

export function NewPasswordFields({
  fields,
  minLength,
  wasEasy,
  texts,
  label = "Password",
}: {
  fields: Record<"password" | "confirmPassword", Field>;
  minLength: number;
  wasEasy: boolean;
  texts: PasswordHintTexts;
  label?: string | undefined;
}) {
  const { hint, onInput } = usePasswordHint(wasEasy, texts);
  return (
    <>
      <TextInput
        field={fields.password}
        label={label}
        type="password"
        autoComplete="new-password"
        hint={`${texts.passwordTooShort(minLength)}. ${hint}`}
        onInput={onInput}
        minLength={minLength}
      />
      <TextInput
        field={fields.confirmPassword}
        label="Confirm password"
        type="password"
        autoComplete="new-password"
        required
      />
    </>
  );
}

export function checkPasswordsMatch(form: HTMLFormElement, errorText: string): Record<string, string[]> {
  const repetition = readField(form, "confirmPassword");
  if (repetition === "" || repetition === readField(form, "password")) return {};
  return { confirmPassword: [errorText] };
}
