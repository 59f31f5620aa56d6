import { useEffect } from "react";
import { useBlocker, useMatches } from "react-router";
import { offlineText, stayWhenAway } from "#app/device/stay-when-away.ts";
import { useConnectionState } from "#app/platform/realtime/provider.tsx";
import { readHandle } from "#app/ui/page-handle.ts";
import { showToast } from "#app/ui/toast.tsx";

const timeoutMs = 5_000;
const unreachableText = "That didn't load. Please try again.";

/**
 * Blocks navigations while offline: if a page's module cannot be loaded, React Router reloads the document, which ends
 * on the browser's error page.
 */
export function StayWhenAway() {
  useStayInRouter();
  // What React Router leaves to the browser.
  useEffect(() => {
    const running = new AbortController();
    stayWhenAway(showToast, () => false, { signal: running.signal });
    return () => running.abort();
  }, []);
  return null;
}

function useStayInRouter(): void {
  const connection = useConnectionState();
  const matches = useMatches();
  useEffect(() => {
    for (const [index, match] of matches.entries())
      if (index === matches.length - 1 || readHandle(match).hasDialogs)
        loadedPages.add(withoutIds(match.pathname));
  }, [matches]);
  const blocker = useBlocker(({ nextLocation }) => {
    const mayBeAway = !navigator.onLine || connection === "retrying" || connection === "failed";
    return mayBeAway && !loadedPages.has(withoutIds(nextLocation.pathname));
  });
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    let isCurrent = true;
    void findObstacle().then((obstacle) => {
      if (!isCurrent) return;
      if (obstacle === null) return blocker.proceed();
      blocker.reset();
      showToast(obstacle);
    });
    return () => {
      isCurrent = false;
    };
  }, [blocker]);
}

/** Pages shown since the document was loaded. Their modules are available, and they report failures themselves. */
const loadedPages = new Set<string>();
/** `/jobs/7/edit` and `/jobs/8/edit` are one page. */
const withoutIds = (pathname: string) => pathname.replace(/\/(\d+|anon_[^/]+)(?=\/|$)/g, "/:id");

/** Returns the message to show if the server is unreachable, or null. */
async function findObstacle(): Promise<string | null> {
  if (!navigator.onLine) return offlineText;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const { ok } = await fetch("/favicon.ico", { method: "HEAD", cache: "no-store", signal });
    return ok ? null : unreachableText;
  } catch {
    return unreachableText;
  }
}
