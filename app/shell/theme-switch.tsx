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
