import { useEffect, useSyncExternalStore } from "react";
import { useLocation, useRevalidator } from "react-router";
import { ButtonLink, Spinner } from "./button.tsx";
import { Alert } from "./forms/field.tsx";
import * as styles from "./load-failure.css.ts";
import { row } from "./styles/layout.css.ts";

const offlineText = "You're offline. This page will load when you reconnect.";

/** The specification's sentence and Retry, which is a link. Reloads when the network is back. */
export function LoadFailure({ text, children }: { text: string; children?: React.ReactNode }) {
  const { pathname, search } = useLocation();
  const isOffline = useReloadWhenOnline();
  return (
    <div className={styles.failure}>
      <Alert texts={[text]} />
      {isOffline ? <p>{offlineText}</p> : children}
      <ButtonLink to={pathname + search} variant="outline">
        Retry
      </ButtonLink>
    </div>
  );
}

/** For a page without React: `app/device/scripts/filters.ts` shows it when another filter does not load. */
export const ListFailure = ({ text }: { text: string }) => (
  <template data-list-failure>
    <div className={styles.failure}>
      <Alert texts={[text]} />
      <p data-offline>{offlineText}</p>
      <span className={row[3]}>
        <ButtonLink to="" variant="outline" reloadDocument data-retry>
          Retry
        </ButtonLink>
        <Loading isLoading={false} />
      </span>
    </div>
  </template>
);

/** A spinner that a page without React has as well, hidden until `app/device/scripts/filters.ts` shows it. */
export const Loading = ({ isLoading }: { isLoading: boolean }) => (
  <span className={styles.loading} hidden={!isLoading} data-loading>
    <Spinner label="Loading" />
  </span>
);

const firstPauseMs = 1_000;

/** Reloads until its component unmounts, because the first request after an outage often fails. */
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
