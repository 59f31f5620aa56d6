import { useEffect, useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import { ButtonLink } from "./button.tsx";
import { Alert } from "./field.tsx";
import * as styles from "./load-failure.css.ts";

/**
 * Stands where something could not be loaded, with the specification's sentence and Retry, a link that works without
 * scripts. Away from the network it says so, and it loads again by itself when the network is back.
 */
export function LoadFailure({ text, children }: { text: string; children?: React.ReactNode }) {
  const { pathname, search } = useLocation();
  const isOffline = useReloadWhenOnline();
  return (
    <div className={styles.failure}>
      <Alert texts={[text]} />
      {isOffline ? <p>You're offline. This page will load when you reconnect.</p> : children}
      <ButtonLink to={pathname + search} variant="outline" reloadDocument={!isOffline}>
        Retry
      </ButtonLink>
    </div>
  );
}

/** Whether the browser knows that it is offline. Loads the page's data again when that ends. */
export function useReloadWhenOnline(): boolean {
  const { revalidate } = useRevalidator();
  const [isOffline, setIsOffline] = useState(false);
  useEffect(() => {
    const update = () => setIsOffline(!navigator.onLine);
    const reload = () => {
      update();
      void revalidate();
    };
    update();
    window.addEventListener("offline", update);
    window.addEventListener("online", reload);
    return () => {
      window.removeEventListener("offline", update);
      window.removeEventListener("online", reload);
    };
  }, [revalidate]);
  return isOffline;
}
