import { quiet } from "../../styles/layout.css.ts";
import type { Field } from "../../ui/form.tsx";
import * as styles from "./account.css.ts";

/** A choice of one, each with a note. */
export function Choices({
  field,
  legend,
  choices,
  preset,
}: {
  field: Field;
  legend: string;
  choices: readonly (readonly [value: string, text: string, note: string])[];
  preset: string;
}) {
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{legend}</legend>
      {choices.map(([value, text, note]) => (
        <label key={value} className={styles.choice}>
          <input
            type="radio"
            name={field.name}
            value={value}
            defaultChecked={(field.initialValue ?? preset) === value}
          />
          <span>
            {text}
            <br />
            <span className={quiet}>{note}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
