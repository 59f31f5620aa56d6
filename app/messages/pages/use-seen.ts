import { useEffect, useEffectEvent, useRef } from "react";
import { useConnection } from "#app/platform/realtime/provider.tsx";
import { responseTimeoutMs } from "../chat/fetch-json.ts";
import { type ChatLine, storedId } from "../chat/line-reducer.ts";

/** Marks received messages as seen while the page is visible and focused. Retries after a failure. */
export function useSeen(lines: ChatLine[], isLatest: boolean): void {
  const connection = useConnection();
  const markedIds = useRef(new Set<string>());
  const markSeen = useEffectEvent(() => {
    if (document.visibilityState !== "visible" || !document.hasFocus() || !isLatest) return;
    for (const line of lines) {
      const { id, isOwn, state } = line;
      if (isOwn || state === "seen" || storedId(line) === null || markedIds.current.has(id)) continue;
      markedIds.current.add(id);
      fetch(`/api/messages/seen/${id}`, {
        method: "PUT",
        signal: AbortSignal.timeout(responseTimeoutMs),
      }).catch(() => markedIds.current.delete(id));
    }
  });
  useEffect(() => {
    void lines;
    markSeen();
  }, [lines]);
  useEffect(() => {
    const mark = () => markSeen();
    document.addEventListener("visibilitychange", mark);
    window.addEventListener("focus", mark);
    const unsubscribe = connection?.onState((state) => state === "open" && mark());
    return () => {
      document.removeEventListener("visibilitychange", mark);
      window.removeEventListener("focus", mark);
      unsubscribe?.();
    };
  }, [connection]);
}
