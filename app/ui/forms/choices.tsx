import { quiet } from "../styles/layout.css.ts";
import type { Field } from "./form.tsx";

/** Radio buttons, each with an optional note. @param className from `styleChoices` */
export function Choices({
  field,
  legend,
  choices,
  preset,
  className,
}: {
  field: Pick<Field, "name" | "initialValue">;
  legend: string;
  choices: readonly (readonly [value: string, text: string, note?: string])[];
  preset: string;
  className: string;
}) {
  return (
    <fieldset className={className}>
      <legend>{legend}</legend>
      {choices.map(([value, text, note]) => (
        <label key={value}>
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
