import type { RefObject } from "react";
import { Link } from "react-router";
import { Spinner } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty.tsx";
import { Pager } from "#app/ui/list.tsx";
import { LoadFailure } from "#app/ui/load-failure.tsx";
import { WithoutFilters } from "#app/ui/search-field.tsx";
import { touchable } from "#app/ui/styles/global.css.ts";
import { quiet } from "#app/ui/styles/layout.css.ts";
import { BatchGroup } from "./batch-group.tsx";
import * as styles from "./directory.css.ts";
import { listFilterNames } from "./list-filter.ts";
import type { Directory } from "./read-directory.server.ts";

/** The batches that were found, or the reason why there are none. @param query the list's address after its path */
export function DirectoryResults({
  directory,
  query,
  isFiltered,
  isLoading,
  section,
}: {
  directory: Directory | null;
  query: string;
  isFiltered: boolean;
  isLoading: boolean;
  section: RefObject<HTMLElement | null>;
}) {
  return (
    <section
      ref={section}
      id="results"
      className={styles.results}
      tabIndex={-1}
      aria-label="Students"
      aria-busy={isLoading}
    >
      {directory === null ? (
        <LoadFailure text="Failed to load students" />
      ) : (
        <Batches directory={directory} query={query} isFiltered={isFiltered} isLoading={isLoading} />
      )}
    </section>
  );
}

function Batches({
  directory: { groups, found, noun, next, elsewhere, hidden },
  query,
  isFiltered,
  isLoading,
}: {
  directory: Directory;
  query: string;
  isFiltered: boolean;
  isLoading: boolean;
}) {
  const isShown = isFiltered && groups.length > 0;
  return (
    <>
      <p className={isShown || isLoading ? `${quiet} ${styles.found}` : styles.nothingFound}>
        <span role="status">{isShown && `Showing ${found}`}</span> {isLoading && <Spinner label="Loading" />}
      </p>
      {hidden && <WithoutFilters hidden={hidden.count} href={hidden.href} />}
      {groups.map((group) => (
        <BatchGroup key={`${group.year} ${query}`} group={group} query={query} />
      ))}
      {groups.length === 0 && (
        <div className={styles.nobody}>
          <EmptyState scene="table" title={`No ${noun} found`}>
            <p>
              {isFiltered
                ? "Try adjusting your search or filter criteria"
                : "No registered students found yet."}
            </p>
            {elsewhere.map(({ href, text }) => (
              <p key={href}>
                <Link to={href} className={touchable} dir="auto">
                  {text}
                </Link>
              </p>
            ))}
          </EmptyState>
        </div>
      )}
      <Pager next={next} filterNames={listFilterNames} />
    </>
  );
}
