import * as styles from "./badge.css.ts";

/** A count: hidden at 0, `99+` above 99. `label` names what is counted. */
export function Badge({ count, label }: { count: number; label: string }) {
  if (count <= 0) return null;
  const text = count > 99 ? "99+" : String(count);
  return (
    <span className={styles.badge} role="img" aria-label={`${text} ${label}`}>
      {text}
    </span>
  );
}
