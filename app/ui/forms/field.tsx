import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { startShowing } from "#app/device/show-password.ts";
import { Icon } from "../icon.tsx";
import { small } from "../styles/layout.css.ts";
import * as styles from "./field.css.ts";
import type { Field } from "./form.tsx";

interface FieldProps {
  field: Field;
  label: string;
  hint?: string | undefined;
}

function getControlProps({ field, hint }: FieldProps) {
  const descriptionIds = [field.errors ? `${field.id}-error` : "", hint ? `${field.id}-hint` : ""]
    .filter(Boolean)
    .join(" ");
  return {
    id: field.id,
    name: field.name,
    required: field.rules?.isRequired,
    "aria-invalid": field.errors ? true : undefined,
    "aria-describedby": descriptionIds || undefined,
  };
}

function FieldLayout({
  field,
  label,
  hint,
  optional,
  children,
}: FieldProps & { optional: boolean; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={field.id}>
        {label}
        {optional && <span className={styles.optional}> (optional)</span>}
      </label>
      {children}
      {field.errors && (
        <p className={styles.error} id={`${field.id}-error`}>
          <Icon name="warn" />
          {field.errors[0]}
        </p>
      )}
      {hint && (
        <p className={small} id={`${field.id}-hint`} aria-live="polite">
          {hint}
        </p>
      )}
    </div>
  );
}

/** @param optional whether the label says so: by default when the field is not required */
export function TextInput({
  field,
  label,
  hint,
  optional,
  ...rest
}: FieldProps & { optional?: boolean } & ComponentProps<"input">) {
  const { maxLength, min, max } = field.rules ?? {};
  const bounds = rest.type === "number" ? { min, max } : { maxLength };
  const props = { className: styles.input, ...getControlProps({ field, label, hint }), ...bounds, ...rest };
  return (
    <FieldLayout field={field} label={label} hint={hint} optional={optional ?? !props.required}>
      {rest.type === "password" ? (
        <Password key={field.key} {...props} />
      ) : (
        <input type="text" key={field.key} defaultValue={field.initialValue} {...props} />
      )}
    </FieldLayout>
  );
}

function Password(props: ComponentProps<"input">) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (button.current) startShowing(button.current);
  }, []);
  return (
    <span className={styles.password}>
      <input {...props} type="password" spellCheck={false} autoCapitalize="none" />
      <button ref={button} type="button" className={styles.show} aria-controls={props.id} hidden>
        Show
      </button>
    </span>
  );
}

/** A web address. The server adds a missing `https://`. */
export function LinkInput(props: ComponentProps<typeof TextInput>) {
  return (
    <TextInput
      inputMode="url"
      autoCapitalize="none"
      autoComplete="url"
      spellCheck={false}
      placeholder="https://"
      pattern="\s*([Hh][Tt][Tt][Pp][Ss]?:\/\/\S+|[^\s:\/@]+\.[^\s:@]+)\s*"
      title="A web address such as college.example/jobs"
      {...props}
    />
  );
}

export function TextArea({
  field,
  label,
  hint,
  optional,
  className = "",
  ...rest
}: FieldProps & { optional?: boolean } & ComponentProps<"textarea">) {
  const props = { ...getControlProps({ field, label, hint }), maxLength: field.rules?.maxLength, ...rest };
  return (
    <FieldLayout field={field} label={label} hint={hint} optional={optional ?? !props.required}>
      <textarea
        key={field.key}
        className={`${styles.textarea} ${className}`}
        defaultValue={field.initialValue}
        {...props}
      />
    </FieldLayout>
  );
}

/** @param preview what is shown between the label and the input */
export function FileInput({
  field,
  label,
  hint,
  preview,
  optional,
  className = "",
  ...rest
}: FieldProps & { preview?: ReactNode; optional?: boolean } & ComponentProps<"input">) {
  const props = { ...getControlProps({ field, label, hint }), ...rest };
  return (
    <FieldLayout field={field} label={label} hint={hint} optional={optional ?? !props.required}>
      {preview}
      <input type="file" className={`${styles.file} ${className}`} {...props} />
    </FieldLayout>
  );
}

export const imageFormats = "image/jpeg,image/png,image/gif,image/webp";

export function Select({
  field,
  label,
  hint,
  options,
  placeholder,
  optional,
  ...rest
}: FieldProps & {
  optional?: boolean;
  options: readonly (string | readonly [string, string])[];
  placeholder?: string;
} & ComponentProps<"select">) {
  const props = { ...getControlProps({ field, label, hint }), ...rest };
  return (
    <FieldLayout field={field} label={label} hint={hint} optional={optional ?? !props.required}>
      <span className={styles.selectBox}>
        <select key={field.key} className={styles.select} defaultValue={field.initialValue} {...props}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
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
    </FieldLayout>
  );
}

/** @param children links to continue with */
export function Alert({
  texts,
  kind = "alert",
  children,
}: {
  texts: readonly string[] | null | undefined;
  kind?: "alert" | "notice";
  children?: ReactNode;
}) {
  if (!texts?.length) return null;
  return (
    <div
      className={kind === "alert" ? styles.alert : styles.notice}
      role={kind === "alert" ? "alert" : "status"}
    >
      <Icon name={kind === "alert" ? "warn" : "compass"} />
      <p>
        {texts.join(" ")}
        {children && <> {children}</>}
      </p>
    </div>
  );
}

export function Checkbox({ label, ...rest }: { label: string } & ComponentProps<"input">) {
  return (
    <label className={styles.check}>
      <input type="checkbox" className={styles.box} {...rest} />
      {label}
    </label>
  );
}
