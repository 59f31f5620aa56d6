import type { ReactNode } from "react";
import * as styles from "./more.css.ts";

/** The acts of a row that are seldom wanted, behind "…" at its end. @param label what they are about, for who doesn't see the row */
export const More = ({ label, children }: { label: string; children: ReactNode }) => (
  <details className={styles.more}>
    <summary className={styles.opener} aria-label={label}>
      …
    </summary>
    <div className={styles.menu}>{children}</div>
  </details>
);
