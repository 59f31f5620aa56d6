import { useEffect } from "react";
import { useBlocker, useMatches } from "react-router";
import { useConnectionState } from "#app/platform/realtime/provider.tsx";
import { showToast } from "#app/ui/toast.tsx";

const timeoutMs = 5_000;
const offlineText = "You're offline. Try again when you reconnect.";
const unreachableText = "That didn't load. Please try again.";

/**
 * Blocks navigations while offline: if a page's module cannot be loaded, React Router reloads the document, which ends
 * on the browser's error page.
 */
export function StayWhenAway() {
  useStayInRouter();
  useEffect(() => {
    window.addEventListener("click", stayInDocument);
    window.addEventListener("submit", stayInDocument);
    return () => {
      window.removeEventListener("click", stayInDocument);
      window.removeEventListener("submit", stayInDocument);
    };
  }, []);
  return null;
}

function useStayInRouter(): void {
  const connection = useConnectionState();
  const matches = useMatches();
  useEffect(() => {
    for (const [index, { pathname, handle }] of matches.entries())
      if (index === matches.length - 1 || hasDialogs(handle)) loadedPages.add(withoutIds(pathname));
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

const hasDialogs = (handle: unknown): boolean =>
  (handle as { hasDialogs?: boolean } | undefined)?.hasDialogs ?? false;

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

/** Handles clicks and submits that React Router leaves to the browser. Without React, public/guest.js does the same. */
function stayInDocument(event: Event): void {
  if (navigator.onLine || event.defaultPrevented) return;
  if (event.type === "click" && !isOnLinkAway(event.target)) return;
  event.preventDefault();
  showToast(offlineText);
}

function isOnLinkAway(target: EventTarget | null): boolean {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link) return false;
  const [page] = location.href.split("#");
  return link.protocol.startsWith("http") && !link.href.startsWith(`${page}#`);
}
