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

const firstPauseMs = 1_000;

/**
 * Whether the browser knows that it is offline. When that ends, loads the page's data again until its component is gone:
 * the first request often fails.
 */
export function useReloadWhenOnline(): boolean {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reload = (pauseMs: number) => {
      void revalidate();
      timer = setTimeout(reload, pauseMs, pauseMs * 2);
    };
    const start = () => {
      clearTimeout(timer);
      reload(firstPauseMs);
    };
    window.addEventListener("online", start);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", start);
    };
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
