import type { ComponentProps, ReactNode } from "react";
import * as styles from "./field.css.ts";
import type { Field } from "./form.tsx";
import { Icon } from "./icon.tsx";

interface Around {
  field: Field;
  label: string;
  hint?: string;
}

/** The attributes that tie a control to its label, its hint and its error. */
function tied({ field, hint }: Around) {
  const described = [field.errors ? `${field.id}-error` : "", hint ? `${field.id}-hint` : ""]
    .filter(Boolean)
    .join(" ");
  return {
    id: field.id,
    name: field.name,
    "aria-invalid": field.errors ? true : undefined,
    "aria-describedby": described || undefined,
  };
}

function Frame({
  field,
  label,
  hint,
  optional,
  children,
}: Around & { optional: boolean; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={field.id}>
        {label} {optional && <span className={styles.optional}>(optional)</span>}
      </label>
      {children}
      {hint && (
        <p className={styles.hint} id={`${field.id}-hint`}>
          {hint}
        </p>
      )}
      {field.errors && (
        <p className={styles.error} id={`${field.id}-error`}>
          <Icon name="warn" />
          {field.errors[0]}
        </p>
      )}
    </div>
  );
}

/**
 * A line of text with its label; under it, in red and with a red border, its error.
 * @param optional whether the label says so: by default when the field is not required
 */
export function TextInput({
  field,
  label,
  hint,
  optional,
  ...rest
}: Around & { optional?: boolean } & ComponentProps<"input">) {
  return (
    <Frame field={field} label={label} hint={hint} optional={optional ?? !rest.required}>
      <input
        type="text"
        key={field.key}
        className={styles.input}
        defaultValue={rest.type === "password" ? undefined : field.initialValue}
        {...tied({ field, label, hint })}
        {...rest}
      />
    </Frame>
  );
}

/** Several lines of text. */
export function TextArea({ field, label, hint, ...rest }: Around & ComponentProps<"textarea">) {
  return (
    <Frame field={field} label={label} hint={hint} optional={!rest.required}>
      <textarea
        key={field.key}
        className={styles.textarea}
        defaultValue={field.initialValue}
        {...tied({ field, label, hint })}
        {...rest}
      />
    </Frame>
  );
}

/** One of a list. An option is a text, or a value with its text. */
export function Select({
  field,
  label,
  hint,
  options,
  empty,
  ...rest
}: Around & {
  options: readonly (string | readonly [string, string])[];
  empty?: string;
} & ComponentProps<"select">) {
  return (
    <Frame field={field} label={label} hint={hint} optional={!rest.required}>
      <span className={styles.selectBox}>
        <select
          key={field.key}
          className={styles.select}
          defaultValue={field.initialValue}
          {...tied({ field, label, hint })}
          {...rest}
        >
          {empty !== undefined && <option value="">{empty}</option>}
          {options.map((option) => {
            const [value, text] = typeof option === "string" ? [option, option] : option;
            return (
              <option key={value} value={value}>
                {text}
              </option>
            );
          })}
        </select>
      </span>
    </Frame>
  );
}

/** What went wrong with a form as a whole, or a piece of news: said by screen readers at once. */
export function Alert({
  texts,
  kind = "alert",
}: {
  texts: readonly string[] | null | undefined;
  kind?: "alert" | "notice";
}) {
  if (!texts?.length) return null;
  return (
    <div
      className={kind === "alert" ? styles.alert : styles.notice}
      role={kind === "alert" ? "alert" : "status"}
    >
      <Icon name={kind === "alert" ? "warn" : "compass"} />
      <p>{texts.join(" ")}</p>
    </div>
  );
}

/** A box to tick. */
export function Checkbox({ label, ...rest }: { label: string } & ComponentProps<"input">) {
  return (
    <label className={styles.check}>
      <input type="checkbox" className={styles.box} {...rest} />
      {label}
    </label>
  );
}
