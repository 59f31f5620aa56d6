import { Form, Link } from "react-router";
import { workplaceTypes } from "#db/vocabulary.ts";
import {
  filterOpportunities,
  opportunityLabels,
  suggestedIndustries,
  suggestedLocations,
  workplaceLabels,
} from "../../schemas/job-labels.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { input } from "../../ui/field.css.ts";
import { Checkbox } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useFilterForm } from "../../ui/use-filter-form.ts";
import * as styles from "./filters.css.ts";
import { countActiveFilters, type ListFilter, listHref } from "./list-filter.ts";

/** The filters of the job list. The button submits them; with scripts, so does every change. */
export function Filters({ filter }: { filter: ListFilter }) {
  const { search, showOpenOnly, opportunityType, workplaceType } = filter;
  const formProps = useFilterForm(filter);
  const activeCount = countActiveFilters(filter);
  return (
    <details className={styles.panel}>
      <summary className={styles.summary}>
        <Icon name="filter" />
        Filters
        {activeCount > 0 && <span>({activeCount})</span>}
      </summary>
      <Form action="/jobs" className={styles.filters} {...formProps}>
        <div>
          <label className={styles.legend} htmlFor="filter-search">
            Search
          </label>
          <input
            id="filter-search"
            className={input}
            type="search"
            name="search"
            placeholder="Title, company, skill"
            defaultValue={search}
          />
        </div>
        <Checkbox name="showOpenOnly" value="true" label="Show open only" defaultChecked={showOpenOnly} />
        <fieldset>
          <legend className={styles.legend}>Opportunity type</legend>
          {filterOpportunities.map((value) => (
            <Checkbox
              key={value}
              name="opportunityType"
              value={value}
              label={opportunityLabels[value]}
              defaultChecked={opportunityType.includes(value)}
            />
          ))}
        </fieldset>
        <fieldset>
          <legend className={styles.legend}>Workplace type</legend>
          {workplaceTypes.map((value) => (
            <Checkbox
              key={value}
              name="workplaceType"
              value={value}
              label={workplaceLabels[value]}
              defaultChecked={workplaceType.includes(value)}
            />
          ))}
        </fieldset>
        <SuggestedText
          filter={filter}
          name="locations"
          label="Location"
          placeholder="City"
          suggestions={suggestedLocations}
        />
        <SuggestedText
          filter={filter}
          name="industry"
          label="Industry"
          placeholder="Industry"
          suggestions={suggestedIndustries}
        />
        <div className={styles.buttons}>
          <Button variant="outline">Apply filters</Button>
          {activeCount > 0 && (
            <ButtonLink to="/jobs" variant="link">
              Clear All Filters
            </ButtonLink>
          )}
        </div>
      </Form>
    </details>
  );
}

/** A text filter with suggestions. The active suggestion clears the filter. */
function SuggestedText({
  filter,
  name,
  label,
  placeholder,
  suggestions,
}: {
  filter: ListFilter;
  name: "locations" | "industry";
  label: string;
  placeholder: string;
  suggestions: readonly string[];
}) {
  const active = filter[name]?.toLowerCase();
  return (
    <div>
      <label className={styles.legend} htmlFor={`filter-${name}`}>
        {label}
      </label>
      <input
        id={`filter-${name}`}
        className={input}
        type="text"
        name={name}
        placeholder={placeholder}
        defaultValue={filter[name]}
        autoComplete="off"
      />
      <ul className={styles.chips}>
        {suggestions.map((text) => {
          const isActive = active === text.toLowerCase();
          return (
            <li key={text}>
              <Link
                to={listHref({ ...filter, [name]: isActive ? undefined : text })}
                className={styles.chip}
                aria-current={isActive ? "true" : undefined}
                preventScrollReset
              >
                {text}
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
