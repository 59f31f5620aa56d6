import { type ReactNode, useEffect, useRef, useState } from "react";
import { Form } from "react-router";
import { workplaceTypes } from "#db/vocabulary.ts";
import { useFilterForm } from "../../client/use-filter-form.ts";
import {
  filterOpportunities,
  opportunityLabels,
  suggestedIndustries,
  suggestedLocations,
  workplaceLabels,
} from "../../schemas/job-labels.ts";
import { visuallyHidden } from "../../styles/global.css.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { input } from "../../ui/field.css.ts";
import { Checkbox } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import * as styles from "./filters.css.ts";
import { countActiveFilters, type ListFilter, listHref } from "./list-filter.ts";

/**
 * The filters of the job list: a drawer, and on wide screens a column that always lies open. The button submits them;
 * with scripts so does every change, and the button closes the drawer.
 * @param total how many jobs the list has now, as text
 */
export function Filters({
  filter,
  total,
  onShow,
}: {
  filter: ListFilter;
  total: string | null;
  onShow: () => void;
}) {
  const { search, showOpenOnly } = filter;
  const formProps = useFilterForm(filter);
  const activeCount = countActiveFilters(filter);
  const drawer = useRef<HTMLDetailsElement>(null);
  const [hasScripts, setHasScripts] = useState(false);
  useEffect(() => setHasScripts(true), []);
  return (
    <details className={styles.panel} ref={drawer}>
      <summary className={styles.summary}>
        <Icon name="filter" />
        Filters
        {activeCount > 0 && <span>({activeCount})</span>}
      </summary>
      <Form
        action="/jobs"
        className={styles.filters}
        {...formProps}
        onSubmit={(event) => {
          formProps.onSubmit(event);
          if (!drawer.current?.open) return;
          drawer.current.open = false;
          onShow();
        }}
      >
        <div>
          <label className={styles.label} htmlFor="filter-search">
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
        <Choices filter={filter} />
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
      </Form>
    </details>
  );
}

function Choices({ filter }: { filter: ListFilter }) {
  const { opportunityType, workplaceType, locations, industry } = filter;
  return (
    <>
      <CheckboxGroup
        title="Opportunity type"
        name="opportunityType"
        options={filterOpportunities}
        labels={opportunityLabels}
        chosen={opportunityType}
      />
      <CheckboxGroup
        title="Workplace type"
        name="workplaceType"
        options={workplaceTypes}
        labels={workplaceLabels}
        chosen={workplaceType}
      />
      <Group title="Location" chosen={locations ? [locations] : []}>
        <SuggestedText
          filter={filter}
          name="locations"
          label="Location"
          placeholder="City"
          suggestions={suggestedLocations}
        />
      </Group>
      <Group title="Industry" chosen={industry ? [industry] : []}>
        <SuggestedText
          filter={filter}
          name="industry"
          label="Industry"
          placeholder="Industry"
          suggestions={suggestedIndustries}
        />
      </Group>
    </>
  );
}

function CheckboxGroup<Value extends string>({
  title,
  name,
  options,
  labels,
  chosen,
}: {
  title: string;
  name: string;
  options: readonly Value[];
  labels: Readonly<Record<Value, string>>;
  chosen: readonly Value[];
}) {
  return (
    <Group title={title} chosen={chosen.map((value) => labels[value])}>
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>{title}</legend>
        {options.map((value) => (
          <Checkbox
            key={value}
            name={name}
            value={value}
            label={labels[value]}
            defaultChecked={chosen.includes(value)}
          />
        ))}
      </fieldset>
    </Group>
  );
}

/** One filter, folded in the drawer with what was chosen in it, and open in the column of wide screens. */
function Group({
  title,
  chosen,
  children,
}: {
  title: string;
  chosen: readonly string[];
  children: ReactNode;
}) {
  return (
    <details className={styles.group}>
      <summary className={styles.groupSummary}>
        {title}
        {chosen.length > 0 && <span className={styles.chosen}>{chosen.join(", ")}</span>}
      </summary>
      {children}
    </details>
  );
}

const shownSuggestions = 3;

/** A text filter with suggestions, most of them folded. The active suggestion clears the filter. */
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
  const isShown = (text: string, index: number) => index < shownSuggestions || text.toLowerCase() === active;
  return (
    <div className={styles.choices}>
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
      <Suggestions filter={filter} name={name} texts={suggestions.filter(isShown)} />
      <details>
        <summary className={styles.more}>
          More <span className={visuallyHidden}>{label === "Location" ? "locations" : "industries"}</span>
        </summary>
        <Suggestions
          filter={filter}
          name={name}
          texts={suggestions.filter((text, index) => !isShown(text, index))}
        />
      </details>
    </div>
  );
}

function Suggestions({
  filter,
  name,
  texts,
}: {
  filter: ListFilter;
  name: "locations" | "industry";
  texts: readonly string[];
}) {
  const active = filter[name]?.toLowerCase();
  return (
    <ul className={styles.chips} data-client-nav="keep-scroll">
      {texts.map((text) => {
        const isActive = active === text.toLowerCase();
        return (
          <li key={text}>
            <a
              className={styles.chip}
              aria-current={isActive ? "true" : undefined}
              href={listHref({ ...filter, [name]: isActive ? undefined : text })}
            >
              {text}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
