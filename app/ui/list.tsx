import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { ButtonLink } from "./button.tsx";
import { filterHref } from "./client/filter-address.ts";
import type { SceneName } from "./drawing.tsx";
import { EmptyState } from "./empty.tsx";
import { row } from "./styles/layout.css.ts";

/** Parameters that hold a position in a list, now or in older addresses. */
const cursorNames = ["cursor", "before", "after", "inbox", "answer"];

/**
 * One page of a list, an empty list, or an empty later page.
 * @param empty the title, text and link of an empty list
 * @param filterNames the parameters to keep in links to other pages
 */
export function List<Row>({
  rows,
  next,
  filterNames,
  empty,
  scene,
  className,
  children,
}: {
  rows: Row[];
  next: string | null;
  filterNames?: readonly string[];
  empty: readonly [title: string, text: ReactNode, action?: ReactNode];
  /** Shown when the list is empty. */
  scene?: SceneName;
  className?: string;
  children: (row: Row) => ReactNode;
}) {
  const isFirst = useIsFirstPage();
  const [title, text, action] = isFirst ? empty : ["Nothing more", "This is the end of the list."];
  return (
    <>
      {rows.length === 0 ? (
        <EmptyState title={title} scene={isFirst ? scene : "horizon"}>
          <p>{text}</p>
          {action}
        </EmptyState>
      ) : (
        <ul className={className}>{rows.map(children)}</ul>
      )}
      <Pager next={next} filterNames={filterNames} />
    </>
  );
}

export function useIsFirstPage(): boolean {
  const query = new URLSearchParams(useLocation().search);
  return !cursorNames.some((name) => query.has(name));
}

/**
 * The links below a page of a list.
 * @param next the cursor of the next page
 * @param filterNames the parameters to keep in the links
 */
export function Pager({
  next,
  filterNames = [],
}: {
  next: string | null;
  filterNames?: readonly string[] | undefined;
}) {
  const { pathname, search } = useLocation();
  const isFirst = useIsFirstPage();
  if (next === null && isFirst) return null;
  const query = new URLSearchParams(search);
  const filter = Object.fromEntries(filterNames.map((name) => [name, query.getAll(name)]));
  return (
    <nav className={row[3]} aria-label="Pages">
      {!isFirst && (
        <ButtonLink to={filterHref(pathname, filter)} variant="ghost">
          Back to the first page
        </ButtonLink>
      )}
      {next !== null && (
        <ButtonLink to={filterHref(pathname, { ...filter, cursor: next })} variant="outline">
          Next page
        </ButtonLink>
      )}
    </nav>
  );
}
