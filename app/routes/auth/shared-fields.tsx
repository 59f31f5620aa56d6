import { Select, TextInput } from "../../ui/field.tsx";
import { type Field, readField } from "../../ui/form.tsx";
import * as styles from "./auth.css.ts";
import { usePasswordHint } from "./use-password-hint.ts";

/** A new password, with advice about it, and its repetition. */
export function NewPasswordFields({
  fields,
  minLength,
  wasEasy,
  label = "Password",
}: {
  fields: Record<"password" | "confirmPassword", Field>;
  minLength: number;
  /** Whether the password that was sent last is easy to guess. */
  wasEasy: boolean;
  label?: string;
}) {
  const { hint, onInput } = usePasswordHint(wasEasy);
  return (
    <>
      <TextInput
        field={fields.password}
        label={label}
        type="password"
        autoComplete="new-password"
        hint={hint}
        onInput={onInput}
        minLength={minLength}
        required
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

/** Returns the error of a repetition that differs from the password. */
export function checkPasswordsMatch(form: HTMLFormElement, errorText: string): Record<string, string[]> {
  const repetition = readField(form, "confirmPassword");
  if (repetition === "" || repetition === readField(form, "password")) return {};
  return { confirmPassword: [errorText] };
}

/** What an account has beyond a name and an email. */
export interface ProfileFieldsProps {
  fields: Record<"countryCode" | "phone" | "batchYear" | "skills", Field>;
  countryCodes: readonly string[];
  latestBatch: number;
}

export function PhoneFields({ fields, countryCodes }: Omit<ProfileFieldsProps, "latestBatch">) {
  return (
    <div className={styles.phone}>
      <Select
        field={fields.countryCode}
        label="Code"
        options={countryCodes}
        autoComplete="tel-country-code"
        required
      />
      <TextInput
        field={fields.phone}
        label="Phone"
        type="tel"
        autoComplete="tel-national"
        maxLength={30}
        required
      />
    </div>
  );
}

export function StudyFields({ fields, latestBatch }: Omit<ProfileFieldsProps, "countryCodes">) {
  return (
    <>
      <TextInput
        field={fields.batchYear}
        label="Batch year"
        hint="Year you graduate (or graduated)"
        type="number"
        inputMode="numeric"
        min={1950}
        max={latestBatch}
        required
      />
      <TextInput field={fields.skills} label="Skills" hint="Separated by commas, such as Python, sketching" />
    </>
  );
}
