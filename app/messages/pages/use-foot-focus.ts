import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { twoPanes } from "./conversations.css.ts";

/**
 * Focuses the composer when the thread opens next to the list, after a choice in the search, and when the partner is
 * blocked or unblocked.
 */
export function useFootFocus(isBlocked: boolean) {
  const foot = useRef<HTMLElement>(null);
  const shown = useRef<boolean>(undefined);
  const { key, state } = useLocation();
  useEffect(() => {
    const isFree = key !== "default" || document.activeElement === document.body;
    const isOpening = shown.current === undefined;
    const isMeant = isOpening ? isFree && matchMedia(twoPanes).matches : shown.current !== isBlocked;
    shown.current = isBlocked;
    if (!isMeant && !state?.isChosen) return;
    foot.current?.querySelector<HTMLElement>("textarea, button")?.focus({ preventScroll: true });
  }, [key, state, isBlocked]);
  return foot;
}
