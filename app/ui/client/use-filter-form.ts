import { type ChangeEvent, type FormEvent, type MouseEvent, useEffect, useEffectEvent, useRef } from "react";
import { useSubmit } from "react-router";

const typingPauseMs = 300;

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
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form.current)) {
      if (typeof value === "string" && value.trim()) query.append(name, value);
    }
    await submit(query, {
      action: form.current.getAttribute("action") ?? "",
      replace: true,
      preventScrollReset: true,
    });
    if (pendingChange.current === change) pendingChange.current = undefined;
  };
  // On a slow connection filters are used before hydration.
  const submitEarlyChoice = useEffectEvent(() => {
    if ([...(form.current?.elements ?? [])].some(isChanged)) void submitNow();
  });
  useEffect(() => submitEarlyChoice(), []);
  return {
    ref: form,
    // Without React, `public/guest.js` does the same.
    "data-filter": true,
    preventScrollReset: true,
    onChange(event: ChangeEvent<HTMLFormElement>) {
      clearTimeout(timer.current);
      pendingChange.current = {};
      timer.current = setTimeout(submitNow, isTextField(event.target) ? typingPauseMs : 0);
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

/** Whether a field differs from what the server sent. */
function isChanged(element: Element): boolean {
  if (element instanceof HTMLSelectElement) {
    const sent = [...element.options].findIndex(({ defaultSelected }) => defaultSelected);
    return element.selectedIndex !== Math.max(sent, 0);
  }
  return (
    element instanceof HTMLInputElement &&
    (element.value !== element.defaultValue || element.checked !== element.defaultChecked)
  );
}

const isTextField = (element: EventTarget): boolean =>
  element instanceof HTMLInputElement && element.type !== "checkbox" && element.type !== "radio";

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
