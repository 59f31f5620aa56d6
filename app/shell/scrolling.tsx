import { useSyncExternalStore } from "react";
import { ScrollRestoration } from "react-router";

/** Attributes of its script, which would only run in a document. In development React warns about other scripts. */
const unused = { hidden: true, type: "text/plain" };

/**
 * React Router's `ScrollRestoration` without its script in each page. Until hydration the browser restores the position
 * itself.
 */
export function Scrolling() {
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return isHydrated && <ScrollRestoration {...unused} />;
}
