import { quiet } from "#app/ui/styles/layout.css.ts";
import type { Route } from "./+types/tokens.ts";
import * as styles from "./account.css.ts";
import { EndForm } from "./end-form.tsx";

type TokenRow = Route.ComponentProps["loaderData"]["tokens"][number];

export function TokenList({ tokens }: { tokens: TokenRow[] }) {
  return (
    <ul className={styles.list}>
      {tokens.map(({ id, name, rights, made, used }) => (
        <li key={id} className={styles.item}>
          <div>
            <p className={styles.name}>{name}</p>
            <p className={quiet}>
              {rights} · {used} · since {made}
            </p>
          </div>
          <EndForm id={id} name={name} />
        </li>
      ))}
    </ul>
  );
}
