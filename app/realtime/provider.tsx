import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { Connection, type ConnectionState } from "./connection.ts";
import type { ServerFrame } from "./protocol.ts";

const RealtimeContext = createContext<Connection | null>(null);

/**
 * Keeps one connection while a member is here, for everything below it.
 * @param page "messages" while a messages page is shown: the server counts the bell from the last such moment
 */
export function RealtimeProvider({
  userId,
  page,
  children,
}: {
  userId: string | null;
  page: string;
  children: ReactNode;
}) {
  const [connection, setConnection] = useState<Connection | null>(null);
  const { revalidate } = useRevalidator();
  const look = useRef(revalidate);
  look.current = revalidate;

  useEffect(() => {
    if (userId === null) return;
    const live = new Connection(userId, page);
    let wasOpen = false;
    live.onState((state) => {
      // What the shell counts may have changed while the connection was away.
      if (state === "ended" || (state === "open" && wasOpen)) look.current();
      wasOpen ||= state === "open";
    });
    const again = () => {
      if (document.visibilityState === "visible") live.retry();
    };
    // A network that goes does not always tell the socket.
    const gone = () => live.state === "open" && live.drop();
    window.addEventListener("online", again);
    window.addEventListener("offline", gone);
    document.addEventListener("visibilitychange", again);
    live.open();
    setConnection(live);
    return () => {
      window.removeEventListener("online", again);
      window.removeEventListener("offline", gone);
      document.removeEventListener("visibilitychange", again);
      live.close();
      setConnection(null);
    };
  }, [userId, page]);

  return <RealtimeContext value={connection}>{children}</RealtimeContext>;
}

/** The member's connection; null for guests, without scripts and before the page has come alive. */
export const useConnection = () => useContext(RealtimeContext);

/** Hears every frame while the component is shown. */
export function useServerFrames(hear: (frame: ServerFrame) => void): void {
  const live = useConnection();
  const newest = useRef(hear);
  newest.current = hear;
  useEffect(() => live?.onFrame((frame) => newest.current(frame)), [live]);
}

/** What the connection does now; null while there is none. */
export function useConnectionState(): ConnectionState | null {
  const live = useConnection();
  const [state, setState] = useState<ConnectionState | null>(null);
  useEffect(() => {
    setState(live?.state ?? null);
    return live?.onState(setState);
  }, [live]);
  return state;
}
