import { Form, useLocation } from "react-router";
import { blockWhenOffline } from "../../ui/client-requests.ts";
import { Icon } from "../../ui/icon.tsx";
import type { Site } from "../../ui/page.tsx";
import * as styles from "./shell.css.ts";

const themes = [
  ["system", "Match device", "system"],
  ["light", "Light", "sun"],
  ["dark", "Dark", "moon"],
] as const;

export function Footer({
  site,
  theme,
  hasNoScripts,
}: {
  site: Site;
  theme: "light" | "dark" | null;
  hasNoScripts: boolean;
}) {
  const { pathname, search } = useLocation();
  return (
    <footer className={styles.footer}>
      <div className={styles.footerInner}>
        <p>
          {site.name}
          {site.college && `, the community of ${site.college}`}. <a href="/api">API</a>
        </p>
        {/* A document load, so that the scripts go or come. */}
        <form method="post" action="/scripts">
          <input type="hidden" name="back" value={pathname + search} />
          <button type="submit" name="scripts" value={hasNoScripts ? "on" : "off"} className={styles.scripts}>
            {hasNoScripts ? "Turn scripts on" : "Use without scripts"}
          </button>
        </form>
        <Form
          method="post"
          action="/theme"
          className={styles.themes}
          preventScrollReset
          onSubmit={blockWhenOffline}
        >
          <input type="hidden" name="back" value={pathname + search} />
          {themes.map(([value, text, icon]) => (
            <button
              key={value}
              type="submit"
              name="theme"
              value={value}
              className={styles.theme}
              aria-label={text}
              title={text}
              aria-pressed={(theme ?? "system") === value}
            >
              <Icon name={icon} />
            </button>
          ))}
        </Form>
      </div>
    </footer>
  );
}
