import type { ReactNode } from "react";
import * as styles from "./empty.css.ts";
import { Icon } from "./icon.tsx";

export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <span className={styles.drawing}>
        <Icon name="compass" size={28} />
      </span>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </div>
  );
}
