import { Link } from "react-router";
import * as styles from "./requests-line.css.ts";

/** @param count up to 100 */
export function RequestsLine({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className={styles.line}>
      <Link to="/connections">
        {count === 1
          ? "1 person wants to connect with you"
          : `${count > 99 ? "99+" : count} people want to connect with you`}
      </Link>
    </p>
  );
}
