import { type ChangeEvent, type FormEvent, type MouseEvent, useEffect, useEffectEvent, useRef } from "react";
import { useSubmit } from "react-router";
import { isChanged, isTextField, pauseAfter, readFilter } from "#app/device/filter-form.ts";

type FilterValues = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** Keeps empty fields out of the address. @param values the loader's own object: a new one resets the fields */
export function useFilterForm(values: FilterValues) {
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  /** The latest change without a response. A response to an earlier change does not reset the fields. */
  const pendingChange = useRef<object>(undefined);
  const shown = useRef(values);
  useEffect(() => {
    if (shown.current === values) return;
    shown.current = values;
    if (pendingChange.current) return;
    for (const element of form.current?.elements ?? []) setField(element, values);
  }, [values]);

  const submitNow = async () => {
    clearTimeout(timer.current);
    if (!form.current) return;
    const change = pendingChange.current;
    await submit(readFilter(form.current), {
      action: form.current.getAttribute("action") ?? "",
      replace: true,
      preventScrollReset: true,
    });
    if (pendingChange.current === change) pendingChange.current = undefined;
  };
  const submitEarlyChoice = useEffectEvent(() => {
    if ([...(form.current?.elements ?? [])].some(isChanged)) void submitNow();
  });
  useEffect(() => submitEarlyChoice(), []);
  return {
    ref: form,
    // For pages without React: app/device/scripts/filters.ts.
    "data-filter": true,
    preventScrollReset: true,
    onChange(event: ChangeEvent<HTMLFormElement>) {
      clearTimeout(timer.current);
      pendingChange.current = {};
      timer.current = setTimeout(submitNow, pauseAfter(event.target));
    },
    onSubmit(event: FormEvent) {
      event.preventDefault();
      void submitNow();
    },
    onClick(event: MouseEvent) {
      if (!(event.target instanceof Element && event.target.closest("a"))) return;
      clearTimeout(timer.current);
      pendingChange.current = undefined;
    },
  };
}

function setField(element: Element, values: FilterValues): void {
  if (!(element instanceof HTMLInputElement || element instanceof HTMLSelectElement) || !element.name) return;
  const value = values[element.name];
  if (element instanceof HTMLInputElement && (element.type === "checkbox" || element.type === "radio")) {
    element.checked = Array.isArray(value)
      ? value.includes(element.value)
      : value === true || value === element.value;
    return;
  }
  if (isTextField(element) && element === document.activeElement) return;
  element.value = value === undefined || typeof value === "boolean" ? "" : String(value);
}
