import { useEffect, useRef } from "react";
import { useLocation, useNavigation } from "react-router";
import { showToast } from "../ui/toast.tsx";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const fieldSelector =
  "textarea, select, input:not([type=hidden], [type=file], [type=password], [type=submit], [autocomplete=one-time-code])";
const maxAgeMs = 7 * 86_400_000;

const fieldsOf = (form: HTMLFormElement) =>
  [...form.querySelectorAll<Field>(fieldSelector)].filter(({ name }) => name !== "");
const isTicked = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type);
const readValue = (field: Field) => (isTicked(field) ? String(field.checked) : field.value);
const readTyped = (form: HTMLFormElement) =>
  fieldsOf(form).map((field): [string, string] => [field.name, readValue(field)]);
const findForms = () => document.querySelectorAll<HTMLFormElement>("form[method=post][id]");

/**
 * Keeps what a member types into the forms of a page on the device until it is sent or cancelled, and puts it back where
 * they open the page again. Secrets and files are not kept.
 */
export function FormKeeper({ memberId }: { memberId: string }) {
  const { pathname } = useLocation();
  const { state } = useNavigation();
  const sent = useRef<{ form: HTMLFormElement; key: string } | null>(null);

  useEffect(() => {
    const keyOf = ({ id }: HTMLFormElement) => `form ${memberId} ${pathname}#${id}`;
    for (const form of findForms()) putBack(form, keyOf(form));
    const keep = ({ target }: Event) => {
      const form = target instanceof Element && target.closest<HTMLFormElement>("form[method=post][id]");
      if (form) keepTyped(keyOf(form), form);
    };
    const noteSent = ({ target }: Event) => {
      if (target instanceof HTMLFormElement && target.id) sent.current = { form: target, key: keyOf(target) };
    };
    const forgetCancelled = ({ target }: Event) => {
      const form =
        target instanceof Element && target.closest("a[href]")?.closest<HTMLFormElement>("form[id]");
      if (form && navigator.onLine) localStorage.removeItem(keyOf(form));
    };
    document.addEventListener("input", keep);
    document.addEventListener("submit", noteSent, true);
    document.addEventListener("click", forgetCancelled);
    return () => {
      document.removeEventListener("input", keep);
      document.removeEventListener("submit", noteSent, true);
      document.removeEventListener("click", forgetCancelled);
    };
  }, [memberId, pathname]);

  useEffect(() => {
    if (state !== "idle" || !sent.current) return;
    const { form, key } = sent.current;
    sent.current = null;
    const isRefused = form.isConnected && form.querySelector("[role=alert], [aria-invalid=true]") !== null;
    if (!isRefused) localStorage.removeItem(key);
  }, [state]);
  return null;
}

function keepTyped(key: string, form: HTMLFormElement): void {
  try {
    localStorage.setItem(key, JSON.stringify({ at: Date.now(), typed: readTyped(form) }));
  } catch {
    // The device is full: the text is in this page alone.
  }
}

function putBack(form: HTMLFormElement, key: string): void {
  const kept = localStorage.getItem(key);
  if (!kept) return;
  const { at, typed }: { at: number; typed: [string, string][] } = JSON.parse(kept);
  if (Date.now() - at > maxAgeMs) {
    localStorage.removeItem(key);
    return;
  }
  const fields = fieldsOf(form);
  const changed = fields.filter((field, index) => {
    const [name, value] = typed[index] ?? [];
    if (name !== field.name || value === undefined || value === readValue(field)) return false;
    if (isTicked(field)) field.checked = value === "true";
    else field.value = value;
    return true;
  });
  for (const field of changed) field.dispatchEvent(new Event("input", { bubbles: true }));
  if (changed.length > 0) showToast("What you typed here before is back.");
}
