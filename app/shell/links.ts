import { useEffect } from "react";
import { useNavigate } from "react-router";

/**
 * Client navigation for anchors inside `data-client-nav`, because React Router's `Link` resolves its address again on
 * every render.
 */
export function useClientLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const { button, metaKey, ctrlKey, shiftKey, altKey, target } = event;
      if (event.defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
      const link = target instanceof Element && target.closest<HTMLAnchorElement>("[data-client-nav] a");
      if (!link || link.target || link.origin !== window.location.origin) return;
      event.preventDefault();
      const preventScrollReset =
        link.closest<HTMLElement>("[data-client-nav]")?.dataset.clientNav === "keep-scroll";
      void navigate(link.pathname + link.search + link.hash, { preventScrollReset });
    };
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, [navigate]);
}
