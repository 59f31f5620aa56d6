import { type DefaultValue, getFormProps, parse, type SubmissionResult, useForm } from "@conform-to/react";
import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Form } from "react-router";
import { ErrorSummary } from "./error-summary.tsx";
import { type Field, type FormFailure, type FormRules, useFailure } from "./form.tsx";

/**
 * A form for `PageForm`, and its fields. With scripts each field is validated when it loses focus, otherwise on the server.
 * @param failure why it was refused. Defaults to that of the page's form
 * @param defaultValue a `version` in it is submitted as well
 * @param validate returns errors by field
 */
export function usePageForm<Name extends string>({
  id,
  failure: given,
  rules,
  defaultValue,
  validate,
}: {
  id: string;
  failure?: SubmissionResult<string[]> | FormFailure | null;
  rules: FormRules<Name>;
  defaultValue?: DefaultValue<Record<string, string>>;
  validate?: (form: HTMLFormElement) => Record<string, string[]>;
}) {
  const own = useFailure();
  const failure = given === undefined ? own : given;
  const [editedField, setEditedField] = useState<string | null>(null);
  const serverErrors = useRef(new Set<string>());
  useEffect(() => {
    serverErrors.current = new Set(Object.keys(failure?.error ?? {}));
  }, [failure]);
  useFocusHeldOnPress(id);

  const [form, fieldset] = useForm<Record<string, string>>({
    id,
    lastResult: failure,
    defaultValue,
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    onValidate: ({ form: element, formData, submitter }) =>
      parse(formData, {
        resolve(value: Record<string, string>, intent) {
          const errors = { ...checkConstraints(element, rules), ...validate?.(element) };
          if (intent) {
            if (intent.type === "validate") serverErrors.current.delete(intent.payload.name ?? "");
            // null keeps an error.
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
  const props = {
    ...getFormProps(form),
    onInput: (event: FormEvent<HTMLFormElement>) => {
      if (event.target instanceof Element) setEditedField(event.target.getAttribute("name"));
    },
    onBlur: () => setEditedField(null),
  };
  const isLoggedOut = failure != null && "isLoggedOut" in failure && failure.isLoggedOut === true;
  // After a conflict, the newer version that the member has seen meanwhile.
  const version = failure?.initialValue?.version ?? (defaultValue as { version?: string })?.version;
  const { errors, allErrors } = form;
  return [{ id, errors, allErrors, isLoggedOut, version, props }, fields] as const;
}

/** Shows errors between its heading and its fields. */
export function PageForm({
  form: { version, props, ...form },
  heading,
  onInput,
  children,
  ...rest
}: ComponentProps<typeof Form> & {
  form: ReturnType<typeof usePageForm>[0];
  heading?: ReactNode;
}) {
  return (
    <Form
      method="post"
      {...rest}
      {...props}
      onInput={(event) => {
        props.onInput(event);
        onInput?.(event);
      }}
    >
      {heading}
      <ErrorSummary form={form} />
      {version !== undefined && <input type="hidden" name="version" value={String(version)} />}
      {children}
    </Form>
  );
}

/** Keeps the focus while a button is pressed: a blur would show or hide an error and move the button away. */
function useFocusHeldOnPress(formId: string): void {
  useEffect(() => {
    const keepFocus = (event: MouseEvent) => {
      const isPress = event.target instanceof Element && event.target.closest("a, button");
      if (isPress && document.activeElement?.closest("form")?.id === formId) event.preventDefault();
    };
    document.addEventListener("mousedown", keepFocus);
    return () => document.removeEventListener("mousedown", keepFocus);
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
    // Browsers accept addresses in ASCII only. The server removes invisible characters from others.
    const isForServer = element.validity.typeMismatch && /[^ -~]/.test(element.value);
    const isInvalid = (!element.validity.valid && !isForServer) || isTooShort;
    if (invalid && !isBlank && isInvalid && !errors[element.name]) errors[element.name] = [invalid];
  }
  return errors;
}
