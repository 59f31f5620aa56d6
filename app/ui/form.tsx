import {
  type DefaultValue,
  type FieldMetadata,
  getFormProps,
  parse,
  type SubmissionResult,
  useForm,
} from "@conform-to/react";
import { type FormEvent, useState } from "react";

/** What is said of a field, by name: when it is empty, and when it holds something it can not. */
export type FieldErrorTexts<Name extends string = string> = Record<
  Name,
  { missing?: string | undefined; invalid?: string | undefined }
>;

/** What a field's part of the form needs to know of it. */
export type Field = Pick<FieldMetadata<string>, "id" | "name" | "errors" | "initialValue" | "key">;

/**
 * A page's form. The server checks and answers without scripts; with scripts each field is also checked when it is
 * left, by its HTML constraints and with the server's words, and its error goes when it is edited.
 * @param lastResult what the action replied, if it has
 * @param validate further checks in the browser: errors by field
 */
export function usePageForm<Name extends string>({
  id,
  lastResult,
  errorTexts,
  defaultValue,
  validate,
}: {
  id: string;
  lastResult: SubmissionResult<string[]> | null | undefined;
  errorTexts: FieldErrorTexts<Name>;
  defaultValue?: Record<string, unknown>;
  validate?: (form: HTMLFormElement) => Record<string, string[]>;
}) {
  // A field that is being edited has no error until it is left again.
  const [edited, setEdited] = useState<string | null>(null);
  const [form, fields] = useForm<Record<Name, string>>({
    id,
    lastResult,
    defaultValue: defaultValue as DefaultValue<Record<Name, string>>,
    shouldValidate: "onBlur",
    shouldRevalidate: "onBlur",
    onValidate: ({ form: element, formData, submitter }) =>
      parse(formData, {
        resolve(value: Record<Name, string>) {
          // A button that sends the form unchecked. (Conform's own requests to check a field look like one.)
          if (submitter?.formNoValidate && submitter.name !== "__intent__") return { value };
          const error = { ...checkConstraints(element, errorTexts), ...validate?.(element) };
          return Object.keys(error).length > 0 ? { error } : { value };
        },
      }),
  });
  const shown = (name: Name): Field => {
    const field = fields[name] as unknown as Field;
    return name === edited
      ? {
          id: field.id,
          name: field.name,
          key: field.key,
          initialValue: field.initialValue,
          errors: undefined,
        }
      : field;
  };
  const formProps = {
    ...getFormProps(form),
    onInput: (event: FormEvent) => setEdited((event.target as HTMLInputElement).name),
    onBlur: () => setEdited(null),
  };
  const names = Object.keys(errorTexts) as Name[];
  const all = Object.fromEntries(names.map((name) => [name, shown(name)])) as Record<Name, Field>;
  return [form, all, formProps] as const;
}

function checkConstraints(form: HTMLFormElement, errorTexts: FieldErrorTexts): Record<string, string[]> {
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
    const { missing, invalid } = errorTexts[element.name] ?? {};
    const blank = element.value.trim() === "";
    // A text that was in the page from the start is never "too short" to a browser.
    const short = "minLength" in element && element.minLength > element.value.length;
    if (missing && (element.validity.valueMissing || (element.required && blank)))
      errors[element.name] = [missing];
    else if (invalid && !blank && (!element.validity.valid || short)) errors[element.name] = [invalid];
  }
  return errors;
}
