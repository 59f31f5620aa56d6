import { useCallback, useEffect, useState } from "react";
import { useNavigation, useRevalidator } from "react-router";

/**
 * Loads the page's data again, as soon as it is not loading anyway: it would load twice, and the second time without the
 * sentence about a finished act.
 */
export function useReload(): () => void {
  const { revalidate } = useRevalidator();
  const isIdle = useNavigation().state === "idle";
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    if (!isWanted || !isIdle) return;
    setIsWanted(false);
    void revalidate();
  }, [isWanted, isIdle, revalidate]);
  return useCallback(() => setIsWanted(true), []);
}
