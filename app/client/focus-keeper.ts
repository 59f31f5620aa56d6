import { useContext, useEffect, useRef } from "react";
import { useFetchers, useNavigation } from "react-router";
import { ToldContext } from "../ui/told.tsx";

const controls = "button:enabled, a[href], summary, input:enabled:not([type=hidden])";
const toasts = "[data-toasts]";

function findPlaces(form: Element): Element[] {
  const dialog = form.closest("dialog");
  const row = form.closest("li, tr");
  const places = form.closest(toasts)
    ? [dialog]
    : [form, row, row?.nextElementSibling, row?.previousElementSibling, dialog];
  return places.filter((place): place is Element => place instanceof Element);
}

function focus(target: HTMLElement | null | undefined): void {
  if (target && target.tabIndex < 0) target.tabIndex = -1;
  target?.focus({ preventScroll: true });
}

/** Browsers drop the focus with a button that is disabled or gone: it goes to what the act was about, or to the heading. */
export function FocusKeeper() {
  const navigation = useNavigation();
  const fetchers = useFetchers();
  const { told } = useContext(ToldContext);
  const isBusy = navigation.state !== "idle" || fetchers.some(({ state }) => state !== "idle");
  const places = useRef<Element[] | null>(null);
  useEffect(() => {
    const remember = ({ target, submitter }: SubmitEvent) => {
      const form = target instanceof HTMLFormElement ? target : null;
      const hasFocus = form?.matches(":focus-within") || submitter?.matches(":focus");
      places.current = form?.method === "post" && hasFocus ? findPlaces(form) : null;
    };
    const rememberLink = () => {
      const form = document.activeElement?.closest("a")?.closest("form");
      places.current = form ? findPlaces(form) : null;
    };
    document.addEventListener("submit", remember, true);
    document.addEventListener("click", rememberLink, true);
    return () => {
      document.removeEventListener("submit", remember, true);
      document.removeEventListener("click", rememberLink, true);
    };
  }, []);
  useEffect(() => {
    if (isBusy || !places.current) return;
    const focused = document.activeElement;
    const hasFocus = focused !== null && focused !== document.body && !focused.closest(toasts);
    const place = places.current.find((element) => element.isConnected);
    places.current = null;
    if (hasFocus) return;
    focus(
      place?.querySelector<HTMLElement>(controls) ??
        document.getElementById(told?.at ?? "") ??
        document.querySelector<HTMLElement>("main h1") ??
        document.querySelector<HTMLElement>("main"),
    );
  }, [isBusy, told]);
  return null;
}
