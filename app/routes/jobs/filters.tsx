import { useEffect, useRef } from "react";
import { Form, Link, useSubmit } from "react-router";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { input } from "../../ui/field.css.ts";
import { Checkbox } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import * as styles from "./filters.css.ts";

interface Suggestion {
  text: string;
  active: boolean;
  href: string;
}
interface Props {
  filter: {
    showOpenOnly: boolean;
    opportunityType: string[];
    workplaceType: string[];
    locations?: string | undefined;
    industry?: string | undefined;
    search?: string | undefined;
  };
  choices: {
    opportunityType: (readonly [string, string])[];
    workplaceType: (readonly [string, string])[];
    locations: Suggestion[];
    industry: Suggestion[];
  };
  active: number;
}

/** How long typing pauses before it is sent, in milliseconds. */
const pause = 300;

/** The filters of the job list: a form sent by its button, and with scripts by every change. */
export function Filters({ filter, choices, active }: Props) {
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // A suggestion or "Clear" changes the address; the fields follow it, all but the one that is being typed into.
  useEffect(() => {
    for (const element of form.current?.elements ?? []) {
      if (!(element instanceof HTMLInputElement) || element === document.activeElement) continue;
      const value = filter[element.name as keyof typeof filter];
      if (element.type === "checkbox")
        element.checked = Array.isArray(value) ? value.includes(element.value) : value === true;
      else element.value = typeof value === "string" ? value : "";
    }
  }, [filter]);

  const group = (name: "opportunityType" | "workplaceType", legend: string) => (
    <fieldset>
      <legend className={styles.legend}>{legend}</legend>
      {choices[name].map(([value, label]) => (
        <Checkbox
          key={value}
          name={name}
          value={value}
          label={label}
          defaultChecked={filter[name].includes(value)}
        />
      ))}
    </fieldset>
  );
  const text = (name: "locations" | "industry", label: string, placeholder: string) => (
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
        {choices[name].map(({ text: suggestion, active: on, href }) => (
          <li key={suggestion}>
            <Link to={href} className={styles.chip} aria-current={on ? "true" : undefined} preventScrollReset>
              {suggestion}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
  return (
    <details className={styles.panel}>
      <summary className={styles.summary}>
        <Icon name="filter" />
        Filters
        {active > 0 && <span>({active})</span>}
      </summary>
      <Form
        ref={form}
        action="/jobs"
        className={styles.filters}
        preventScrollReset
        onChange={(event) => {
          const element = event.currentTarget;
          const typed = !(event.target as HTMLElement).matches("[type=checkbox]");
          clearTimeout(timer.current);
          timer.current = setTimeout(
            () => submit(element, { replace: true, preventScrollReset: true }),
            typed ? pause : 0,
          );
        }}
      >
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
            defaultValue={filter.search}
          />
        </div>
        <Checkbox
          name="showOpenOnly"
          value="true"
          label="Show open only"
          defaultChecked={filter.showOpenOnly}
        />
        {group("opportunityType", "Opportunity type")}
        {group("workplaceType", "Workplace type")}
        {text("locations", "Location", "City")}
        {text("industry", "Industry", "Industry")}
        <div className={styles.buttons}>
          <Button variant="outline">Apply filters</Button>
          {active > 0 && (
            <ButtonLink to="/jobs" variant="link">
              Clear All Filters
            </ButtonLink>
          )}
        </div>
      </Form>
    </details>
  );
}
