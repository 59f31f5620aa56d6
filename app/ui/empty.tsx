import type { ReactNode } from "react";
import { Scene, type SceneName } from "./drawing.tsx";
import * as styles from "./empty.css.ts";

export function EmptyState({
  title,
  scene = "chart",
  children,
}: {
  title: string;
  scene?: SceneName | undefined;
  children?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <Scene name={scene} />
      <h2 className={styles.title}>{title}</h2>
      {children}
    </div>
  );
}
