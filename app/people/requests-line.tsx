import { Link } from "react-router";
import * as styles from "./requests-line.css.ts";

const kinds = {
  connection: { to: "/connections", one: "wants to connect with you", more: "want to connect with you" },
  mentoring: { to: "/mentoring", one: "asks you to be their mentor", more: "ask you to be their mentor" },
};

/** @param count up to 100 */
export function RequestsLine({ count, kind = "connection" }: { count: number; kind?: keyof typeof kinds }) {
  if (count === 0) return null;
  const { to, one, more } = kinds[kind];
  return (
    <p className={styles.line}>
      <Link to={to}>{count === 1 ? `1 person ${one}` : `${count > 99 ? "99+" : count} people ${more}`}</Link>
    </p>
  );
}
