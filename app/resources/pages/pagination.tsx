import { Link } from "react-router";
import { row } from "#app/ui/styles/layout.css.ts";
import * as styles from "./pagination.css.ts";
import { visiblePages } from "./visible-pages.ts";

/** @param hrefOf returns the address of a page, counted from 1 */
export function Pagination({
  page,
  totalPages,
  hrefOf,
}: {
  page: number;
  totalPages: number;
  hrefOf: (page: number) => string;
}) {
  if (totalPages <= 1) return null;
  const step = (to: number, label: string) =>
    to < 1 || to > totalPages ? (
      <span className={styles.step} aria-disabled="true">
        {label}
      </span>
    ) : (
      <Link className={styles.step} to={hrefOf(to)}>
        {label}
      </Link>
    );
  return (
    <nav className={`${row[2]} ${styles.pagination}`} aria-label="Pages">
      {step(page - 1, "Previous")}
      <ol className={`${row[2]} ${styles.pages}`}>
        {visiblePages(page, totalPages).map((shown, index) =>
          shown === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other key
            <li key={`gap-${index}`} className={styles.gap}>
              …
            </li>
          ) : (
            <li key={shown}>
              <Link
                className={styles.number}
                to={hrefOf(shown)}
                aria-current={shown === page ? "page" : undefined}
              >
                {shown}
              </Link>
            </li>
          ),
        )}
      </ol>
      {step(page + 1, "Next")}
    </nav>
  );
}
