import { useEffect, useEffectEvent, useRef } from "react";
import { useConnection } from "../../realtime/provider.tsx";
import { responseTimeoutMs } from "./fetch-json.ts";
import { storedId, type ThreadMessage } from "./thread-reducer.ts";

/** Marks received messages as seen while the page is visible. Tries again later what could not be marked. */
export function useSeen(messages: ThreadMessage[], isLatest: boolean): void {
  const connection = useConnection();
  const markedIds = useRef(new Set<string>());
  const markSeen = useEffectEvent(() => {
    if (document.visibilityState !== "visible" || !isLatest) return;
    for (const message of messages) {
      const { id, isOwn, state } = message;
      if (isOwn || state === "seen" || storedId(message) === null || markedIds.current.has(id)) continue;
      markedIds.current.add(id);
      fetch(`/api/messages/seen/${id}`, {
        method: "PUT",
        signal: AbortSignal.timeout(responseTimeoutMs),
      }).catch(() => markedIds.current.delete(id));
    }
  });
  useEffect(() => {
    void messages;
    markSeen();
  }, [messages]);
  useEffect(() => {
    const mark = () => markSeen();
    document.addEventListener("visibilitychange", mark);
    const unsubscribe = connection?.onState((state) => state === "open" && mark());
    return () => {
      document.removeEventListener("visibilitychange", mark);
      unsubscribe?.();
    };
  }, [connection]);
}
