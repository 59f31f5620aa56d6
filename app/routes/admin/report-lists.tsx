import { Link, useLocation } from "react-router";
import * as styles from "./members.css.ts";

const lists = [
  ["/admin/reports", "Open"],
  ["/admin/reports/decided", "Decided"],
] as const;

/** The open and the decided reports, as links. */
export function ReportLists() {
  const { pathname } = useLocation();
  return (
    <nav className={styles.lists} aria-label="Lists">
      {lists.map(([path, text]) => (
        <Link key={path} to={path} aria-current={path === pathname ? "page" : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
