import { useContext, useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { useIsBusy } from "#app/platform/realtime/use-reload.ts";
import { FlashContext } from "#app/ui/flash.tsx";

const controls = "button:enabled, a[href], summary, input:enabled:not([type=hidden])";
const toasts = "[data-toasts]";

function findPlaces(form: Element, pressed: Element | null): Element[] {
  const dialog = form.closest("dialog");
  const row = form.closest("li, tr");
  const places = form.closest(toasts)
    ? [dialog]
    : [pressed, form, row, row?.nextElementSibling, row?.previousElementSibling, dialog];
  return places.filter((place): place is Element => place instanceof Element);
}

/**
 * Where to move the focus after a link that changes its own page: its form, or what remains around it below the
 * heading.
 */
function findPlacesOfLink(link: HTMLAnchorElement): Element[] {
  const form = link.closest("form");
  if (form) return findPlaces(form, link);
  const places: Element[] = [];
  if (link.pathname !== location.pathname) return places;
  for (let place = link.parentElement; place && !place.querySelector("h1"); place = place.parentElement)
    places.push(place);
  return places;
}

const findControl = (place: Element): HTMLElement[] => {
  const control = place.matches(controls) ? place : place.querySelector(controls);
  return control instanceof HTMLElement ? [control] : [];
};

function focus(target: HTMLElement | null | undefined): void {
  if (target && target.tabIndex < 0) target.tabIndex = -1;
  target?.focus({ preventScroll: true });
}

/**
 * Browsers drop the focus when its button is disabled or removed. This moves it to what the action was about, or to the
 * heading.
 */
export function FocusRestorer() {
  const { state } = useRevalidator();
  const isActing = useIsBusy();
  const { flash } = useContext(FlashContext);
  // The data loaded after the action may remove the button that was pressed.
  const isBusy = isActing || state !== "idle";
  const places = useRef<Element[] | null>(null);
  useEffect(() => {
    const remember = ({ target, submitter }: SubmitEvent) => {
      const form = target instanceof HTMLFormElement ? target : null;
      const hasFocus = form?.matches(":focus-within") || submitter?.matches(":focus");
      places.current = form?.method === "post" && hasFocus ? findPlaces(form, submitter) : null;
    };
    const rememberLink = () => {
      const link = document.activeElement?.closest<HTMLAnchorElement>("main a");
      const found = link ? findPlacesOfLink(link) : [];
      places.current = found.length > 0 ? found : null;
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
    const around = places.current.filter((place) => place.isConnected).flatMap(findControl);
    places.current = null;
    if (hasFocus) return;
    focus(
      around[0] ??
        document.getElementById(flash?.at ?? "") ??
        document.querySelector<HTMLElement>("main h1") ??
        document.querySelector<HTMLElement>("main"),
    );
  }, [isBusy, flash]);
  return null;
}
