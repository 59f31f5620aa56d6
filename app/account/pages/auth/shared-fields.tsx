import { Select, TextInput } from "#app/ui/forms/field.tsx";
import type { Field } from "#app/ui/forms/form.tsx";
import { countries } from "../../country-codes.ts";
import * as styles from "./auth.css.ts";

/** An account's fields beyond a name and an email. */
export interface ProfileFieldsProps {
  fields: Record<"countryCode" | "phone" | "batchYear" | "skills", Field>;
}

const phoneHint = "With or without its code. Only your connections see it, unless you change that.";

/** Sorted by name, so that typing the first letters finds a country. */
const countryOptions = countries.map(([code, name]) => [code, `${name} (${code})`] as const);

export function PhoneFields({ fields }: ProfileFieldsProps) {
  return (
    <div className={styles.phone}>
      <Select
        field={fields.countryCode}
        label="Country code"
        options={countryOptions}
        autoComplete="tel-country-code"
        required
      />
      <TextInput
        field={fields.phone}
        label="Phone"
        hint={phoneHint}
        type="tel"
        autoComplete="tel"
        pattern="[^\p{L}\p{Nd}+＋]*[+＋]?([^\p{L}\p{Nd}+＋]*\p{Nd}){4,17}[^\p{L}\p{Nd}+＋]*"
      />
    </div>
  );
}

export function StudyFields({ fields }: ProfileFieldsProps) {
  return (
    <>
      <TextInput
        field={fields.batchYear}
        label="Batch year"
        hint="Year you graduate (or graduated)"
        type="number"
        inputMode="numeric"
      />
      <TextInput
        field={fields.skills}
        label="Skills"
        hint="Separate with commas, for example Python, sketching"
      />
    </>
  );
}
