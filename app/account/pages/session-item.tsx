import { quiet } from "#app/ui/styles/layout.css.ts";
import * as styles from "./account.css.ts";
import { EndForm } from "./end-form.tsx";
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
      {isCurrent ? <p className={styles.here}>This browser</p> : <EndForm id={id} name={name} />}
    </li>
  );
}
