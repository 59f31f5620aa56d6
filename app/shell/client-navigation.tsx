import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useNavigation } from "react-router";
import { visuallyHidden } from "#app/ui/styles/global.css.ts";
import * as styles from "./shell.css.ts";

/** The specification's loading texts, by path. */
const texts: Record<string, string> = { "/resources": "Loading amazing resources..." };

/** A thin bar under the header while the next page loads, shown after 300 ms. */
export function Progress() {
  const { state, location } = useNavigation();
  const text = state === "loading" ? texts[location.pathname] : undefined;
  return (
    <div className={styles.progressTrack} role="status">
      {state !== "idle" && <span className={styles.progress} role="img" aria-label="Loading" />}
      {text && <span className={styles.progressText}>{text}</span>}
    </div>
  );
}

/** Announces the title after a client navigation to screen readers, as browsers do after a document load. */
export function Announcer() {
  const { pathname } = useLocation();
  const [text, setText] = useState("");
  const announced = useRef(pathname);
  useEffect(() => {
    if (announced.current === pathname) return;
    announced.current = pathname;
    setText(document.title.replace(/^\(\d+\+?\) /, ""));
  }, [pathname]);
  return (
    <p className={visuallyHidden} role="status" data-announce>
      {text}
    </p>
  );
}

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
