import { useLocation } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import * as styles from "./admin.css.ts";

/** Rows of one page of a list. */
export const pageSize = 50;

/** The links below a list, newest first: to the rows before `older`, and back to the newest. */
export function OlderLinks({ older, text = "Older" }: { older: number | null; text?: string }) {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const isFirst = !query.has("before");
  if (older === null && isFirst) return null;
  query.delete("before");
  const newest = `${pathname}${query.size > 0 ? `?${query}` : ""}`;
  query.set("before", String(older));
  return (
    <nav className={styles.more} aria-label="Pages">
      {!isFirst && (
        <ButtonLink to={newest} variant="ghost">
          Newest
        </ButtonLink>
      )}
      {older !== null && (
        <ButtonLink to={`${pathname}?${query}`} variant="outline">
          {text}
        </ButtonLink>
      )}
    </nav>
  );
}
