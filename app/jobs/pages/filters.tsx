import { useEffect, useRef, useState } from "react";
import { Form } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { useFilterForm } from "#app/ui/client/use-filter-form.ts";
import { Icon } from "#app/ui/icon.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { type JobFilter, jobFilterNames, jobFilters } from "../filter.ts";
import { FilterField } from "./filter-field.tsx";
import * as styles from "./filters.css.ts";
import { opener } from "./list.css.ts";
import { countActiveFilters } from "./list-filter.ts";

/**
 * The search and filters of the job list: a drawer, and on wide screens a column that is always open. The button
 * submits them. With scripts every change submits, and the button closes the drawer.
 * @param total the number of matching jobs, as text
 */
export function Filters({
  filter,
  total,
  onShow,
}: {
  filter: JobFilter;
  total: string | null;
  onShow: () => void;
}) {
  const formProps = useFilterForm(filter);
  const activeCount = countActiveFilters(filter);
  const drawer = useRef<HTMLDetailsElement>(null);
  const [hasScripts, setHasScripts] = useState(false);
  useEffect(() => setHasScripts(true), []);
  return (
    <Form
      action="/jobs"
      role="search"
      className={styles.form}
      {...formProps}
      onSubmit={(event) => {
        formProps.onSubmit(event);
        if (!drawer.current?.open) return;
        drawer.current.open = false;
        onShow();
      }}
    >
      <div className={styles.search}>
        <SearchField
          name="search"
          label="Search jobs"
          placeholder={jobFilters.search.placeholder}
          defaultValue={filter.search}
        />
      </div>
      <details className={styles.panel} ref={drawer}>
        <summary className={opener}>
          <Icon name="filter" />
          Filters
          {activeCount > 0 && <span>({activeCount})</span>}
        </summary>
        <div className={styles.filters}>
          {jobFilterNames
            .filter((name) => name !== "search")
            .map((name) => (
              <FilterField key={name} filter={filter} name={name} />
            ))}
          <div className={styles.buttons}>
            <Button variant="outline" className={hasScripts ? styles.showButton : undefined}>
              {hasScripts && total ? `Show ${total} ${total === "1" ? "job" : "jobs"}` : "Show jobs"}
            </Button>
            {activeCount > 0 && (
              <ButtonLink to="/jobs" variant="link" preventScrollReset>
                Clear All Filters
              </ButtonLink>
            )}
          </div>
        </div>
      </details>
    </Form>
  );
}
