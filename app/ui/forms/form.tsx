import type { SubmissionResult } from "@conform-to/react";
import { useActionData } from "react-router";

/** A field's error texts and bounds, from its schema. */
export interface FieldRules {
  /** The error of an empty field. */
  missing?: string | undefined;
  /** The error of a value that is not accepted. */
  invalid?: string | undefined;
  isRequired?: boolean;
  /** At least 2, because `isRequired` covers 1. */
  minLength?: number;
  maxLength?: number | undefined;
  min?: number | undefined;
  max?: number | undefined;
}

/** The rules of each field, from `getFieldRules` in `platform/schemas/field-rules.server.ts`. */
export type FormRules<Name extends string = string> = Record<Name, FieldRules>;

export interface Field {
  id: string;
  name: string;
  key?: string | undefined;
  initialValue?: string | undefined;
  errors?: string[] | undefined;
  rules?: FieldRules | undefined;
}

interface Sentences {
  failed: string;
  loggedOut?: string;
  /** The field that shows a failure without field errors. Defaults to the whole form. */
  field?: string;
}
export type FormTexts = Sentences | ((form: FormData) => Sentences);

export const findTexts = (texts: FormTexts, form: FormData): Sentences =>
  typeof texts === "function" ? texts(form) : texts;

export interface FormFailure extends SubmissionResult<string[]> {
  isLoggedOut: boolean;
  isPasswordEasy: boolean;
  /** The server's time in Unix milliseconds. Null if it was unreachable. */
  repliedAt: number | null;
}

/** A refused form, for a page that cannot show it again: see `SendAgain`. */
export interface UnsentForm {
  errors: string[];
  isLoggedOut: boolean;
  action: string;
  isMultipart: boolean;
  /** A field without a text has no label. */
  fields: { name: string; value: string; label?: string; isLong?: boolean }[];
}

export type FormReply<Done = never> =
  | { failure: FormFailure; done?: undefined }
  | { failure?: undefined; done: Done };

/** Why the page's form was refused, if one of these buttons sent it. Without intents, any button. */
export function useFailure(...intents: string[]): FormFailure | null {
  const failure = useActionData<FormReply>()?.failure ?? null;
  const isOfThese = intents.length === 0 || intents.includes(String(failure?.initialValue?.intent));
  return isOfThese ? failure : null;
}

/** The errors of a form's file field. @param check returns what is wrong with the chosen file, or null */
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
