import { type DefaultValue, getFormProps, parse, type SubmissionResult, useForm } from "@conform-to/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { FieldRules } from "../schemas/field-rules.ts";

/** What the schema says of each field, by name: `getFieldRules` of `schemas/field-rules.ts`. */
export type FormRules<Name extends string = string> = Record<Name, FieldRules>;

export interface Field {
  id: string;
  name: string;
  key: string | undefined;
  initialValue: string | undefined;
  errors: string[] | undefined;
  rules?: FieldRules | undefined;
}

/** The server validates without scripts; with them each field is checked when it is left. @param validate errors by field */
export function usePageForm<Name extends string>({
  id,
  lastResult,
  rules,
  defaultValue,
  validate,
}: {
  id: string;
  lastResult: SubmissionResult<string[]> | null | undefined;
  rules: FormRules<Name>;
  defaultValue?: DefaultValue<Record<string, string>>;
  validate?: (form: HTMLFormElement) => Record<string, string[]>;
}) {
  const [editedField, setEditedField] = useState<string | null>(null);
  const serverErrors = useRef(new Set<string>());
  useEffect(() => {
    serverErrors.current = new Set(Object.keys(lastResult?.error ?? {}));
  }, [lastResult]);
  useFocusHeldOnPress(id);

  const [form, fieldset] = useForm<Record<string, string>>({
    id,
    lastResult,
    defaultValue,
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    onValidate: ({ form: element, formData, submitter }) =>
      parse(formData, {
        resolve(value: Record<string, string>, intent) {
          const errors = { ...checkConstraints(element, rules), ...validate?.(element) };
          if (intent) {
            if (intent.type === "validate") serverErrors.current.delete(intent.payload.name ?? "");
            // null leaves an error as it is.
            const unchanged = [...serverErrors.current].map((name) => [name, null]);
            return { error: { ...Object.fromEntries(unchanged), ...errors } };
          }
          setEditedField(null);
          if (submitter?.formNoValidate || Object.keys(errors).length === 0) return { value };
          return { error: errors };
        },
      }),
  });
  const names = Object.keys(rules) as Name[];
  const fields = Object.fromEntries(
    names.map((name) => {
      const { id, key, initialValue, errors } = fieldset[name] as Field;
      const field: Field = {
        id,
        name,
        key,
        initialValue,
        errors: name === editedField ? undefined : errors,
        rules: rules[name],
      };
      return [name, field];
    }),
  ) as Record<Name, Field>;
  const formProps = {
    ...getFormProps(form),
    onInput: (event: FormEvent<HTMLFormElement>) => {
      if (event.target instanceof Element) setEditedField(event.target.getAttribute("name"));
    },
    onBlur: () => setEditedField(null),
  };
  return [form, fields, formProps] as const;
}

interface Sentences {
  failed: string;
  loggedOut?: string;
  /** The field that a failure without fields is about, instead of the whole form. */
  field?: string;
}
export type FormTexts = Sentences | ((form: FormData) => Sentences);

export const findTexts = (texts: FormTexts, form: FormData): Sentences =>
  typeof texts === "function" ? texts(form) : texts;

export interface FormFailure extends SubmissionResult<string[]> {
  isLoggedOut: boolean;
  isPasswordEasy: boolean;
  /** When the server replied, in its own milliseconds; null when it was out of reach. */
  repliedAt: number | null;
}

/** The version that the form shows: after a conflict the one that its sender has read since. */
export const VersionInput = ({
  failure,
  values,
}: {
  failure: FormFailure | undefined;
  values: { version?: string } | null;
}) => (
  <input
    type="hidden"
    name="version"
    value={String(failure?.initialValue?.version ?? values?.version ?? "")}
  />
);

export type FormReply<Done = never> =
  | { failure: FormFailure; done?: undefined }
  | { failure?: undefined; done: Done };

/** Leaving a field shows or hides its error, which would move the button that is being pressed: focus stays instead. */
function useFocusHeldOnPress(formId: string): void {
  useEffect(() => {
    const holdFocus = (event: MouseEvent) => {
      const isPress = event.target instanceof Element && event.target.closest("a, button");
      if (isPress && document.activeElement?.closest("form")?.id === formId) event.preventDefault();
    };
    document.addEventListener("mousedown", holdFocus);
    return () => document.removeEventListener("mousedown", holdFocus);
  }, [formId]);
}

function checkConstraints(form: HTMLFormElement, rules: FormRules): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const element of form.elements) {
    if (
      !(
        element instanceof HTMLInputElement ||
        element instanceof HTMLSelectElement ||
        element instanceof HTMLTextAreaElement
      )
    )
      continue;
    // A disabled field is not sent.
    if (!element.willValidate) continue;
    const { missing, invalid } = rules[element.name] ?? {};
    const isBlank = element.value.trim() === "";
    // Browsers never call a value "too short" that the user has not edited.
    const isTooShort = "minLength" in element && element.minLength > element.value.length;
    if (missing && (element.validity.valueMissing || (element.required && isBlank)))
      errors[element.name] = [missing];
    else if (invalid && !isBlank && (!element.validity.valid || isTooShort)) errors[element.name] = [invalid];
  }
  return errors;
}

/** The errors of a form's file field. @param check what is wrong with a chosen file, if anything */
export function checkChosenFile(
  form: HTMLFormElement,
  name: string,
  check: (file: File) => string | null,
): Record<string, string[]> {
  const input = form.elements.namedItem(name);
  const [file] = (input instanceof HTMLInputElement && input.files) || [];
  const error = file && check(file);
  return error ? { [name]: [error] } : {};
}

export function readField(form: HTMLFormElement, name: string): string {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field.value : "";
}
