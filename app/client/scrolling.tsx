import { useSyncExternalStore } from "react";
import { ScrollRestoration } from "react-router";

/** React Router's own without its script in each page: until scripts run, the browser itself scrolls to where one was. */
export function Scrolling() {
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return isHydrated && <ScrollRestoration type="text/plain" />;
}
