import { useEffect, useRef } from "react";
import { useFetchers, useNavigation } from "react-router";

const controls = "button:enabled, a[href], summary, input:enabled:not([type=hidden])";

/** Where the focus goes after a form's act, best first: the form, its row, the next row or the one before, the page. */
function findPlaces(form: Element): Element[] {
  const row = form.closest("li, tr");
  const places = [form, row, row?.nextElementSibling, row?.previousElementSibling, form.closest("dialog")];
  return places.filter((place): place is Element => place instanceof Element);
}

/**
 * Gives the keyboard its place back after an act: browsers drop the focus with a button that is disabled or gone. Where a
 * page moves the focus itself, as to an error, it stays there.
 */
export function FocusKeeper() {
  const navigation = useNavigation();
  const fetchers = useFetchers();
  const isBusy = navigation.state !== "idle" || fetchers.some(({ state }) => state !== "idle");
  const places = useRef<Element[] | null>(null);
  useEffect(() => {
    const remember = ({ target, submitter }: SubmitEvent) => {
      const form = target instanceof HTMLFormElement ? target : null;
      const isPressed = form?.method === "post" && (submitter ?? form).matches(":focus, :focus-within");
      places.current = form && isPressed ? findPlaces(form) : null;
    };
    document.addEventListener("submit", remember, true);
    return () => document.removeEventListener("submit", remember, true);
  }, []);
  useEffect(() => {
    if (isBusy || !places.current) return;
    const hasFocus = document.activeElement !== null && document.activeElement !== document.body;
    const place = places.current.find((element) => element.isConnected);
    places.current = null;
    if (hasFocus) return;
    const target = place?.querySelector<HTMLElement>(controls) ?? document.querySelector<HTMLElement>("main");
    target?.focus({ preventScroll: true });
  }, [isBusy]);
  return null;
}
