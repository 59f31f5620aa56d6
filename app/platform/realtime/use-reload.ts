import { useCallback, useEffect, useState } from "react";
import { useFetchers, useNavigation, useRevalidator } from "react-router";

/** Whether a page is loading or an action is running. */
export function useIsBusy(): boolean {
  const navigation = useNavigation();
  const fetchers = useFetchers();
  return navigation.state !== "idle" || fetchers.some(({ state }) => state !== "idle");
}

/** Whether data that was requested earlier may still arrive. */
export function useIsLoading(): boolean {
  const isBusy = useIsBusy();
  const { state } = useRevalidator();
  return isBusy || state === "loading";
}

/** Reloads the page's data once nothing else is loading: a second load would lose the message about a finished action. */
export function useReload(): () => void {
  const { revalidate } = useRevalidator();
  const isBusy = useIsBusy();
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    if (!isWanted || isBusy) return;
    setIsWanted(false);
    void revalidate();
  }, [isWanted, isBusy, revalidate]);
  return useCallback(() => setIsWanted(true), []);
}
