import { quiet } from "../styles/layout.css.ts";
import * as styles from "./choices.css.ts";
import type { Field } from "./form.tsx";

/** A choice of one, each perhaps with a note. */
export function Choices({
  field,
  legend,
  choices,
  preset,
}: {
  field: Pick<Field, "name" | "initialValue">;
  legend: string;
  choices: readonly (readonly [value: string, text: string, note?: string])[];
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
            {note && (
              <>
                <br />
                <span className={quiet}>{note}</span>
              </>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
