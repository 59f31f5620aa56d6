import type { ReactNode } from "react";
import * as styles from "./more.css.ts";

/** Rarely used actions of a row, behind "…" at its end. @param label what they are about, for screen readers */
export const More = ({ label, children }: { label: string; children: ReactNode }) => (
  <details className={styles.more}>
    <summary className={styles.opener} aria-label={label}>
      …
    </summary>
    <div className={styles.menu}>{children}</div>
  </details>
);
