import { buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { stack } from "#app/ui/styles/layout.css.ts";
import * as styles from "./auth.css.ts";
import type { ProviderButton } from "./providers.server.ts";

/** @param below the line between the buttons and the form below them */
export function ProviderButtons({ buttons, below }: { buttons: ProviderButton[]; below: string }) {
  if (buttons.length === 0) return null;
  return (
    <>
      <div className={stack[2]}>
        {buttons.map(({ id, name, href }) => (
          <a key={id} className={buttonClass({ variant: "outline", fullWidth: true })} href={href}>
            {id === "google" && <Icon name="google" />}
            {`Continue with ${name}`}
          </a>
        ))}
      </div>
      <p className={styles.divider}>{below}</p>
    </>
  );
}
