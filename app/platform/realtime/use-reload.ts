import { useCallback, useEffect, useState } from "react";
import { useFetchers, useNavigation, useRevalidator } from "react-router";

/** Whether a page is loading or an act is under way. */
export function useIsBusy(): boolean {
  const navigation = useNavigation();
  const fetchers = useFetchers();
  return navigation.state !== "idle" || fetchers.some(({ state }) => state !== "idle");
}

/** Loads the page's data again once nothing else does: a second load would lose the sentence about a finished act. */
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
