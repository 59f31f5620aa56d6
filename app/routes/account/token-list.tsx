import { Form } from "react-router";
import { quiet } from "../../styles/layout.css.ts";
import { Button } from "../../ui/button.tsx";
import type { Route } from "./+types/tokens.ts";
import * as styles from "./account.css.ts";

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
          <Form method="post">
            <input type="hidden" name="id" value={id} />
            <Button variant="outline" size="sm" name="intent" value="end" aria-label={`End ${name}`}>
              End
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  );
}
