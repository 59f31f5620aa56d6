import { useLocation } from "react-router";
import type { Site } from "#app/ui/page.tsx";
import * as styles from "./shell.css.ts";
import { type Theme, ThemeSwitch } from "./theme-switch.tsx";

export function Footer({
  site,
  theme,
  isMember,
  hasNoScripts,
}: {
  site: Site;
  theme: Theme;
  isMember: boolean;
  hasNoScripts: boolean;
}) {
  const { pathname, search } = useLocation();
  return (
    <footer className={styles.footer}>
      <div className={styles.footerInner}>
        <p>
          {site.name}
          {site.college && `, the community of ${site.college}`}.
        </p>
        <p className={styles.footerLinks}>
          {isMember && (
            <>
              <a href="/qa-threads">People</a> <a href="/questions">Questions</a>
              <span> </span>
            </>
          )}
          <a href="/search">Search</a> <a href="/about">How this works</a> <a href="/api">API</a>
        </p>
        {/* A document load, so that scripts are switched off or on. */}
        <form method="post" action="/scripts">
          <input type="hidden" name="back" value={pathname + search} />
          <button type="submit" name="scripts" value={hasNoScripts ? "on" : "off"} className={styles.scripts}>
            {hasNoScripts ? "Full version" : "Lite version"}
          </button>
        </form>
        <ThemeSwitch theme={theme} />
      </div>
    </footer>
  );
}
