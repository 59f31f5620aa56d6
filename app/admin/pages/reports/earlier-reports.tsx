import { Link } from "react-router";
import { item } from "#app/ui/list.css.ts";
import { quiet, stack } from "#app/ui/styles/layout.css.ts";
import * as styles from "../admin.css.ts";

/** Other reports about the same author. */
export function EarlierReports({
  shown,
  hasMore,
}: {
  shown: { id: number; title: string; name: string; fact: string; isOpen: boolean }[];
  hasMore: boolean;
}) {
  return (
    <section className={stack[3]}>
      <h2 className={styles.itemTitle}>Earlier reports about them</h2>
      {shown.length === 0 && <p className={quiet}>We know of none.</p>}
      <ul>
        {shown.map(({ id, title, name, fact, isOpen }) => (
          <li key={id} className={item}>
            <p>
              {isOpen ? (
                <Link to={`/admin/reports/${id}`} dir="auto">
                  {title}
                </Link>
              ) : (
                <bdi>{title}</bdi>
              )}{" "}
              <span className={quiet}>({name})</span>
            </p>
            <p className={quiet}>{fact}</p>
          </li>
        ))}
      </ul>
      {hasMore && <p className={quiet}>And some earlier ones.</p>}
    </section>
  );
}
