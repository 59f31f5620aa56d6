import { type Site, useIsOn } from "#app/ui/page.tsx";
import * as styles from "./shell.css.ts";
import { LiteSwitch, type Theme, ThemeSwitch } from "./theme-switch.tsx";

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
  const isOn = useIsOn();
  return (
    <footer className={isMember ? styles.memberFooter : styles.footer}>
      <div className={styles.footerInner}>
        <p>
          {site.name}
          {site.college && `, the community of ${site.college}`}.
        </p>
        <p className={styles.footerLinks}>
          {isMember && (
            <>
              <a href="/qa-threads">People</a> {isOn("/questions") && <a href="/questions">Questions</a>}{" "}
            </>
          )}
          <a href="/about">How this works</a>{" "}
          <a href="/search" data-wide>
            Search
          </a>{" "}
          <a href="/api" data-wide>
            API
          </a>
        </p>
        <LiteSwitch hasNoScripts={hasNoScripts} />
        <ThemeSwitch theme={theme} />
      </div>
    </footer>
  );
}
