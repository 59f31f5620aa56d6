import type { Site } from "../../ui/page.tsx";
import * as styles from "./shell.css.ts";
import { type Theme, ThemeSwitch } from "./theme-switch.tsx";

export function Footer({ site, theme }: { site: Site; theme: Theme }) {
  return (
    <footer className={styles.footer}>
      <div className={styles.footerInner}>
        <p>
          {site.name}
          {site.college && `, the community of ${site.college}`}. <a href="/api">API</a>
        </p>
        <ThemeSwitch theme={theme} />
      </div>
    </footer>
  );
}
