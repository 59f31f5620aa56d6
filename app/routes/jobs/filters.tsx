import { type ReactNode, useEffect, useRef, useState } from "react";
import { Form } from "react-router";
import { useFilterForm } from "../../client/use-filter-form.ts";
import {
  type AnyJobFilter,
  type JobFilter,
  type JobFilterName,
  jobFilterNames,
  jobFilters,
} from "../../schemas/job-filter.ts";
import { visuallyHidden } from "../../styles/global.css.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { input } from "../../ui/field.css.ts";
import { Checkbox } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import * as styles from "./filters.css.ts";
import { countActiveFilters, listHref } from "./list-filter.ts";

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
        {jobFilterNames.map((name) => (
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
      </Form>
    </details>
  );
}

function FilterField({ filter, name }: { filter: JobFilter; name: JobFilterName }) {
  const definition: AnyJobFilter = jobFilters[name];
  const { label } = definition;
  const value = filter[name];
  const chosen = [value || []].flat().map(String);
  if (name === "search") return <Search value={filter[name]} />;
  switch (definition.kind) {
    case "open":
      return <Checkbox name={name} value="true" label={label} defaultChecked={value === true} />;
    case "choices":
      return (
        <CheckboxGroup
          title={label}
          name={name}
          options={definition.shown}
          labels={definition.labels}
          chosen={chosen}
        />
      );
    case "text":
      return (
        <Group title={label} chosen={chosen}>
          <SuggestedText filter={filter} name={name} definition={definition} value={chosen[0]} />
        </Group>
      );
  }
}

function Search({ value }: { value: string | undefined }) {
  return (
    <div>
      <label className={styles.label} htmlFor="filter-search">
        {jobFilters.search.label}
      </label>
      <input
        id="filter-search"
        className={input}
        type="search"
        name="search"
        placeholder={jobFilters.search.placeholder}
        defaultValue={value}
      />
    </div>
  );
}

function CheckboxGroup({
  title,
  name,
  options,
  labels,
  chosen,
}: {
  title: string;
  name: string;
  options: readonly string[];
  labels: Readonly<Record<string, string>>;
  chosen: readonly string[];
}) {
  return (
    <Group title={title} chosen={chosen.map((value) => labels[value] ?? value)}>
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>{title}</legend>
        {options.map((value) => (
          <Checkbox
            key={value}
            name={name}
            value={value}
            label={labels[value] ?? value}
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
  definition: { label, placeholder, suggestions },
  value,
}: {
  filter: JobFilter;
  name: JobFilterName;
  definition: AnyJobFilter & { kind: "text" };
  value: string | undefined;
}) {
  const active = value?.toLowerCase();
  const isShown = (text: string, index: number) => index < shownSuggestions || text.toLowerCase() === active;
  const chips = (texts: readonly string[]) => (
    <Suggestions filter={filter} name={name} active={active} texts={texts} />
  );
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
        defaultValue={value}
        autoComplete="off"
      />
      {suggestions && (
        <>
          {chips(suggestions.texts.filter(isShown))}
          <details>
            <summary className={styles.more}>
              More <span className={visuallyHidden}>{suggestions.name}</span>
            </summary>
            {chips(suggestions.texts.filter((text, index) => !isShown(text, index)))}
          </details>
        </>
      )}
    </div>
  );
}

function Suggestions({
  filter,
  name,
  active,
  texts,
}: {
  filter: JobFilter;
  name: JobFilterName;
  active: string | undefined;
  texts: readonly string[];
}) {
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
