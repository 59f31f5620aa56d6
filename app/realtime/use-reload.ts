import { useCallback, useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { useIsBusy } from "../client/use-is-busy.ts";

/**
 * Loads the page's data again, as soon as it is not loading anyway: it would load twice, and the second time without the
 * sentence about a finished act.
 */
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
