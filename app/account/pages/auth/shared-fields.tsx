import { Select, TextInput } from "#app/ui/forms/field.tsx";
import type { Field } from "#app/ui/forms/form.tsx";
import { countries } from "../../country-codes.ts";
import * as styles from "./auth.css.ts";

const phoneHint = "With or without its code. Only your connections see it, unless you change that.";

/** Sorted by name, so that typing the first letters finds a country. */
const countryOptions = countries.map(([code, name]) => [code, `${name} (${code})`] as const);

export function PhoneFields({ fields }: { fields: Record<"countryCode" | "phone", Field> }) {
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

export const BatchField = ({ field }: { field: Field }) => (
  <TextInput
    field={field}
    label="Batch year"
    hint="Year you graduate (or graduated)"
    type="number"
    inputMode="numeric"
  />
);

export const ProgrammeField = ({
  field,
  programmes,
}: {
  field: Field;
  programmes: readonly (readonly [string, string])[];
}) => <Select field={field} label="Programme" options={programmes} optional={false} />;

export const SkillsField = ({ field }: { field: Field }) => (
  <TextInput field={field} label="Skills" hint="Separate with commas, for example Python, sketching" />
);
