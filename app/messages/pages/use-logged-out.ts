import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { useConnection, useConnectionState } from "#app/platform/realtime/provider.tsx";
import { hasDrafts } from "../chat/drafts.ts";
import { outbox } from "./outbox.ts";

const checkIntervalMs = 5_000;

/**
 * Whether the member is logged out with unsent text. Without unsent text, it opens the log-in. Ends once the member
 * has logged in in another tab.
 */
export function useLoggedOut(viewerId: string): boolean {
  const connection = useConnection();
  const state = useConnectionState();
  const { revalidate } = useRevalidator();
  const [isLoggedOut, setIsLoggedOut] = useState(false);

  useEffect(() => {
    const handleLogOut = () => {
      if (!outbox.isEmpty || hasDrafts(viewerId)) setIsLoggedOut(true);
      else location.assign(`/login?redirectTo=${encodeURIComponent(location.pathname + location.search)}`);
    };
    if (state === "loggedOut") handleLogOut();
    return outbox.subscribe((event) => {
      if (event.type === "loggedOut") handleLogOut();
    });
  }, [state, viewerId]);

  // The shell opens a connection as soon as it finds the new session.
  useEffect(() => {
    if (!isLoggedOut) return;
    const check = () => {
      if (document.visibilityState === "visible") void revalidate();
    };
    const timer = setInterval(check, checkIntervalMs);
    document.addEventListener("visibilitychange", check);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", check);
    };
  }, [isLoggedOut, revalidate]);

  useEffect(() => {
    if (state !== "open") return;
    setIsLoggedOut(false);
    // Another member has logged in: this page is not theirs.
    if (connection && connection.userId !== viewerId) location.reload();
  }, [state, connection, viewerId]);

  return isLoggedOut;
}
