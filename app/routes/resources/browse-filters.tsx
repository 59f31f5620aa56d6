import { useEffect, useRef } from "react";
import { Form, useSubmit } from "react-router";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { input, label, select, selectBox } from "../../ui/field.css.ts";
import { Icon } from "../../ui/icon.tsx";
import * as styles from "./browse.css.ts";

/** How long typing pauses before it is sent, in milliseconds. */
const pause = 300;

interface Props {
  filter: { search: string; category: string; year: string };
  categories: (readonly [slug: string, name: string])[];
  years: readonly number[];
  /** Whether anything is filtered. */
  active: boolean;
}

/**
 * Search, category and year: a form sent by its button, and with scripts by every change. It does not hold the page's
 * number, so that a change leads to the first one.
 */
export function BrowseFilters({ filter, categories, years, active }: Props) {
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // "Clear Filters" and "back" change the address; the fields follow, all but the one that is being typed into.
  useEffect(() => {
    for (const element of form.current?.elements ?? []) {
      const field = element as HTMLInputElement | HTMLSelectElement;
      if (field.name && field !== document.activeElement) {
        field.value = filter[field.name as keyof typeof filter] ?? "";
      }
    }
  }, [filter]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const choice = (name: "category" | "year", text: string, options: (readonly [string, string])[]) => (
    <div className={styles.field}>
      <label className={label} htmlFor={`browse-${name}`}>
        {text}
      </label>
      <span className={selectBox}>
        <select id={`browse-${name}`} name={name} className={select} defaultValue={filter[name]}>
          {options.map(([value, said]) => (
            <option key={value} value={value}>
              {said}
            </option>
          ))}
        </select>
      </span>
    </div>
  );
  return (
    <Form
      ref={form}
      action="/resources/browse"
      role="search"
      className={styles.filters}
      preventScrollReset
      onSubmit={() => clearTimeout(timer.current)}
      onChange={(event) => {
        const element = event.currentTarget;
        const typed = (event.target as HTMLElement).matches("[type=search]");
        clearTimeout(timer.current);
        timer.current = setTimeout(
          () => submit(element, { replace: true, preventScrollReset: true }),
          typed ? pause : 0,
        );
      }}
    >
      <div className={styles.search}>
        <label className={label} htmlFor="browse-search">
          Search
        </label>
        <input
          id="browse-search"
          className={input}
          type="search"
          name="search"
          maxLength={200}
          placeholder="Search by title, description..."
          defaultValue={filter.search}
          autoComplete="off"
        />
      </div>
      {choice("category", "Category", [["", "All Categories"], ...categories])}
      {choice("year", "Year", [
        ["", "All Years"],
        ...years.map((year) => [String(year), `Year ${year}`] as const),
      ])}
      <div className={styles.buttons}>
        <Button variant="outline">
          <Icon name="search" />
          Search
        </Button>
        {active && (
          <ButtonLink to="/resources/browse" variant="link" preventScrollReset>
            Clear Filters
          </ButtonLink>
        )}
      </div>
    </Form>
  );
}
