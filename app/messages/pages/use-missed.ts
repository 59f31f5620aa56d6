import { useEffect, useState } from "react";
import { useServerFrames } from "#app/platform/realtime/provider.tsx";
import { conversationHref } from "./conversation.ts";

/** How many messages have arrived in the open conversation since its tab was last seen. */
export function useMissed(viewerId: string, openHref: string | null): number {
  const [missed, setMissed] = useState(0);
  useServerFrames((frame) => {
    if (frame.event !== "receive_message" || !document.hidden) return;
    const { senderId, isAnonymous } = frame.data;
    if (senderId !== viewerId && conversationHref(senderId, isAnonymous) === openHref)
      setMissed((count) => count + 1);
  });
  useEffect(() => {
    const reset = () => setMissed(0);
    document.addEventListener("visibilitychange", reset);
    return () => document.removeEventListener("visibilitychange", reset);
  }, []);
  return missed;
}
