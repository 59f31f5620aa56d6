import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useState } from "react";
import { Connection, type ConnectionState } from "./connection.ts";
import type { ServerFrame } from "./frames.ts";
import { useReload } from "./use-reload.ts";

const RealtimeContext = createContext<Connection | null>(null);

/** @param page "messages" on the messages pages; the bell counts from the last time one was open */
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
  const reload = useReload();

  useEffect(() => {
    if (userId === null) return;
    const connection = new Connection(userId, page);
    let wasOpen = false;
    connection.onState((state) => {
      // A form with unsent text is kept and shows on submission that the session has ended. Messages show it at once.
      const hasEnded = state === "loggedOut" && (page === "messages" || !hasUnsentForm());
      // The shell's counts may have changed while the connection was closed.
      if (hasEnded || (state === "open" && wasOpen)) reload();
      wasOpen ||= state === "open";
    });
    const retryWhenVisible = () => {
      if (document.visibilityState === "visible") connection.retry();
    };
    // Browsers do not always close a socket when the network is lost.
    const reconnect = () => connection.state === "open" && connection.reconnect();
    window.addEventListener("online", retryWhenVisible);
    window.addEventListener("offline", reconnect);
    document.addEventListener("visibilitychange", retryWhenVisible);
    connection.open();
    setConnection(connection);
    return () => {
      window.removeEventListener("online", retryWhenVisible);
      window.removeEventListener("offline", reconnect);
      document.removeEventListener("visibilitychange", retryWhenVisible);
      connection.close();
      setConnection(null);
    };
  }, [userId, page, reload]);

  return <RealtimeContext value={connection}>{children}</RealtimeContext>;
}

export const useConnection = () => useContext(RealtimeContext);

export function useServerFrames(onFrame: (frame: ServerFrame) => void): void {
  const connection = useConnection();
  const handleFrame = useEffectEvent(onFrame);
  useEffect(() => connection?.onFrame((frame) => handleFrame(frame)), [connection]);
}

export function useConnectionState(): ConnectionState | null {
  const connection = useConnection();
  const [state, setState] = useState<ConnectionState | null>(null);
  useEffect(() => {
    setState(connection?.state ?? null);
    return connection?.onState(setState);
  }, [connection]);
  return state;
}

const isUnsent = (field: Element): boolean => {
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLInputElement)) return false;
  if (field.type === "file") return field.value !== "";
  return field.type !== "search" && field.value !== field.defaultValue;
};

const hasUnsentForm = (): boolean =>
  [...document.forms].some(
    (form) => form.matches("main form[method=post]") && [...form.elements].some(isUnsent),
  );
