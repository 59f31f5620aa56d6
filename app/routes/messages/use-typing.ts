import { useEffect, useRef, useState } from "react";
import { useConnection, useServerFrames } from "../../realtime/provider.tsx";

/** How long the line stays after the last sign of typing: specification, section 4. */
const shown = 3_000;
/** While one types, the other is told this often. */
const toldEvery = 1_500;

/** Whether the partner is typing, and the way to tell them that oneself is. */
export function useTyping(viewerId: string, partnerId: string) {
  const [isTyping, setTyping] = useState(false);
  const live = useConnection();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const told = useRef(0);

  useEffect(() => () => clearTimeout(timer.current), []);
  useServerFrames((frame) => {
    if (frame.event === "user_typing" && frame.data.senderId === partnerId) {
      clearTimeout(timer.current);
      setTyping(true);
      timer.current = setTimeout(() => setTyping(false), shown);
    } else if (frame.event === "receive_message" && frame.data.senderId === partnerId) {
      clearTimeout(timer.current);
      setTyping(false);
    }
  });

  function typed() {
    const now = Date.now();
    if (now - told.current < toldEvery) return;
    if (live?.send("typing", { senderId: viewerId, receiverId: partnerId })) told.current = now;
  }
  return { isTyping, typed };
}
