import { useSyncExternalStore } from "react";
import { Form } from "react-router";
import {
  maxFilterNameLength,
  maxNameSearchLength,
  maxTopicLength,
} from "#app/platform/schemas/search-rules.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { useFilterForm } from "#app/ui/client/use-filter-form.ts";
import { input, label, select, selectBox } from "#app/ui/forms/field.css.ts";
import { Checkbox } from "#app/ui/forms/field.tsx";
import { useIsOn } from "#app/ui/page.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { memberFilterNames } from "#db/vocabulary.ts";
import * as styles from "./directory.css.ts";
import type { ListFilterName } from "./list-filter.ts";

/** False on the server and during hydration. */
export const useHasScripts = () =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );

const batchNames: Record<string, string> = { "0": "N/A", alumni: "Alumni" };

/**
 * A search, and a drawer with the filters, which is open on wide screens. The button submits them. With scripts,
 * every change submits them too, and on phones the button scrolls to the results.
 * @param years the batches, newest first; 0 stands for no batch
 * @param found the current number of people, as text
 */
export function Filters({
  filter,
  years,
  suggestions,
  found,
  onShow,
}: {
  filter: Record<ListFilterName, string>;
  years: readonly number[];
  suggestions: Record<"topics" | "companies" | "branches", readonly string[]>;
  found: string | null;
  onShow: () => void;
}) {
  const formProps = useFilterForm(filter);
  const isOn = useIsOn();
  const hasScripts = useHasScripts();
  const batches = [...new Set(["alumni", ...years.map(String), filter.batch])].filter(Boolean);
  const more = (["batch", ...memberFilterNames] as const).filter((name) => filter[name]).length;
  return (
    <Form
      action="/qa-threads"
      role="search"
      className={styles.filters}
      {...formProps}
      onSubmit={(event) => {
        formProps.onSubmit(event);
        onShow();
      }}
    >
      <div className={styles.search}>
        <SearchField
          name="search"
          label="Search people"
          maxLength={maxNameSearchLength}
          placeholder="Search by name, email, or skills..."
          defaultValue={filter.search}
        />
      </div>
      <details className={styles.more}>
        <summary className={styles.moreSummary}>{more > 0 ? `Filters (${more})` : "Filters"}</summary>
        <div className={styles.moreFields}>
          <div>
            <label className={label} htmlFor="directory-batch">
              Batch
            </label>
            <span className={selectBox}>
              <select id="directory-batch" name="batch" className={select} defaultValue={filter.batch}>
                <option value="">All Batches</option>
                {batches.map((batch) => (
                  <option key={batch} value={batch}>
                    {batchNames[batch] ?? batch}
                  </option>
                ))}
              </select>
            </span>
          </div>
          <SuggestingField
            name="topic"
            label="Topic they help with"
            value={filter.topic}
            maxLength={maxTopicLength}
            options={suggestions.topics}
          />
          <SuggestingField
            name="company"
            label="Company"
            value={filter.company}
            maxLength={maxFilterNameLength}
            options={suggestions.companies}
          />
          <SuggestingField
            name="branch"
            label="Branch"
            value={filter.branch}
            maxLength={maxFilterNameLength}
            options={suggestions.branches}
          />
          {isOn("/mentoring") && (
            <Checkbox
              label="Open to mentoring"
              name="mentoring"
              value="1"
              defaultChecked={filter.mentoring === "1"}
            />
          )}
        </div>
        <div className={styles.show}>
          <Button variant="outline">{hasScripts && found ? `Show ${found}` : "Show people"}</Button>
        </div>
      </details>
      {Object.values(filter).some(Boolean) && (
        <ButtonLink to="/qa-threads" variant="link" preventScrollReset>
          Clear Filters
        </ButtonLink>
      )}
    </Form>
  );
}

function SuggestingField({
  name,
  label: text,
  value,
  maxLength,
  options,
}: {
  name: ListFilterName;
  label: string;
  value: string;
  maxLength: number;
  options: readonly string[];
}) {
  return (
    <div>
      <label className={label} htmlFor={`directory-${name}`}>
        {text}
      </label>
      <input
        id={`directory-${name}`}
        className={input}
        name={name}
        list={`directory-${name}-options`}
        maxLength={maxLength}
        defaultValue={value}
        autoComplete="off"
      />
      <datalist id={`directory-${name}-options`}>
        {options.map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
    </div>
  );
}
