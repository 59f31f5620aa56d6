import { stack } from "#app/ui/styles/layout.css.ts";
import * as styles from "./mentoring.css.ts";

export function Said({ by, text }: { by: string; text: string | null }) {
  if (text === null) return null;
  return (
    <section className={stack[1]}>
      <h2 className={styles.by}>{by}</h2>
      <p className={styles.quote} dir="auto">
        {text}
      </p>
    </section>
  );
}
