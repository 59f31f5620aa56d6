import { useSyncExternalStore } from "react";
import { ScrollRestoration } from "react-router";

/** Of its script, which only a document runs. React warns in development of others. */
const unused = { hidden: true, type: "text/plain" };

/** React Router's own without its script in each page: until scripts run, the browser itself scrolls to where one was. */
export function Scrolling() {
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return isHydrated && <ScrollRestoration {...unused} />;
}
