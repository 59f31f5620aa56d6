import { useEffect, useRef, useState } from "react";
import { useConnection, useServerFrames } from "#app/platform/realtime/provider.tsx";

/** How long the indicator stays after the last typing event: specification, section 4. */
const indicatorMs = 3_000;
/**
 * How often the partner receives an event while the viewer types. The server drops a second one within two seconds.
 */
const sendIntervalMs = 2_250;

/** Whether the partner is typing in this conversation, and a function to call when the viewer types. */
export function useTyping(viewerId: string, partnerId: string, isAnonymous: boolean) {
  const [isTyping, setIsTyping] = useState(false);
  const connection = useConnection();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastSentAt = useRef(0);

  useEffect(() => () => clearTimeout(timer.current), []);
  useServerFrames((frame) => {
    if (frame.event !== "user_typing" && frame.event !== "receive_message") return;
    if (frame.data.senderId !== partnerId || frame.data.isAnonymous !== isAnonymous) return;
    clearTimeout(timer.current);
    if (frame.event === "user_typing") {
      setIsTyping(true);
      timer.current = setTimeout(() => setIsTyping(false), indicatorMs);
    } else {
      setIsTyping(false);
    }
  });

  function sendTyping() {
    const now = Date.now();
    if (now - lastSentAt.current < sendIntervalMs) return;
    const isSent = connection?.send("typing", { senderId: viewerId, receiverId: partnerId, isAnonymous });
    if (isSent) lastSentAt.current = now;
  }
  return { isTyping, sendTyping };
}
