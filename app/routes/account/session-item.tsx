import { Form } from "react-router";
import { quiet } from "../../styles/layout.css.ts";
import { Button } from "../../ui/button.tsx";
import * as styles from "./account.css.ts";
import type { ShownSession } from "./sessions.server.ts";

export function SessionItem({
  session: { id, kind, device, isCurrent, started, used },
}: {
  session: ShownSession;
}) {
  const name = `${kind === "token" ? "Program: " : ""}${device ?? "Unknown device"}`;
  return (
    <li className={styles.item}>
      <div>
        <p>{name}</p>
        <p className={quiet}>
          Used {used} · since {started}
        </p>
      </div>
      {isCurrent ? (
        <p className={styles.here}>This browser</p>
      ) : (
        <Form method="post">
          <input type="hidden" name="id" value={id} />
          <Button variant="outline" size="sm" name="intent" value="end" aria-label={`End ${name}`}>
            End
          </Button>
        </Form>
      )}
    </li>
  );
}
