import type { ReactNode } from "react";
import type { Field } from "#app/ui/forms/form.tsx";
import { quiet, stack } from "#app/ui/styles/layout.css.ts";
import * as styles from "./profile.css.ts";

/** Finds a field by name. */
export type At = (name: string) => Field;

/** Folds away fields that few people fill in, unless they contain an error. */
export const Folded = ({
  title,
  note,
  isOpen,
  children,
}: {
  title: string;
  note: string;
  isOpen: boolean;
  children: ReactNode;
}) => (
  <details className={styles.folded} open={isOpen || undefined}>
    <summary className={styles.foldedSummary}>
      {title} <span className={quiet}>{note}</span>
    </summary>
    <div className={stack[3]}>{children}</div>
  </details>
);
