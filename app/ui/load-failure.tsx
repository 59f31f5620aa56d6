import { useEffect, useSyncExternalStore } from "react";
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
      <ButtonLink to={pathname + search} variant="outline">
        Retry
      </ButtonLink>
    </div>
  );
}

/** Whether the browser knows that it is offline. Loads the page's data again when that ends. */
export function useReloadWhenOnline(): boolean {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const reload = () => void revalidate();
    window.addEventListener("online", reload);
    return () => window.removeEventListener("online", reload);
  }, [revalidate]);
  return useSyncExternalStore(
    subscribeToNetwork,
    () => !navigator.onLine,
    () => false,
  );
}

function subscribeToNetwork(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}
