import { Form, useLocation } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import * as styles from "./shell.css.ts";

export type Theme = "light" | "dark" | null;

const themes = [
  ["system", "Match device", "system"],
  ["light", "Light", "sun"],
  ["dark", "Dark", "moon"],
] as const;

export function ThemeSwitch({ theme }: { theme: Theme }) {
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action="/theme" className={styles.themes} preventScrollReset>
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
  );
}

/** Switches scripts off and on, by a document load. */
export function LiteSwitch({ hasNoScripts, className }: { hasNoScripts: boolean; className?: string }) {
  const { pathname, search } = useLocation();
  return (
    <form method="post" action="/scripts" className={className}>
      <input type="hidden" name="back" value={pathname + search} />
      <button type="submit" name="scripts" value={hasNoScripts ? "on" : "off"} className={styles.scripts}>
        {hasNoScripts ? "Full version" : "Lite version"}
      </button>
    </form>
  );
}
