import { useLocation } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import * as styles from "./admin.css.ts";

/** Rows of one page of a list. */
export const pageSize = 50;

/** Cuts the page from its rows, of which one more than a page was read, and returns the cursor of the next one. */
export function toPage<Row extends { id: number }>(rows: Row[]): { rows: Row[]; older: number | null } {
  const shown = rows.slice(0, pageSize);
  return { rows: shown, older: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null };
}

/** The links below a list, newest first: to the rows before `older`, and back to the newest. */
export function OlderLinks({ older }: { older: number | null }) {
  const { pathname, search } = useLocation();
  const isFirst = search === "";
  if (older === null && isFirst) return null;
  return (
    <nav className={styles.more} aria-label="Pages">
      {!isFirst && (
        <ButtonLink to={pathname} variant="ghost">
          Newest
        </ButtonLink>
      )}
      {older !== null && (
        <ButtonLink to={`${pathname}?before=${older}`} variant="outline">
          Older
        </ButtonLink>
      )}
    </nav>
  );
}
