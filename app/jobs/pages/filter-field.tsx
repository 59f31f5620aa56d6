import type { ReactNode } from "react";
import { input, select, selectBox } from "#app/ui/forms/field.css.ts";
import { Checkbox } from "#app/ui/forms/field.tsx";
import { visuallyHidden } from "#app/ui/styles/global.css.ts";
import { type AnyJobFilter, chosenIn, type JobFilter, type JobFilterName, jobFilters } from "../filter.ts";
import * as styles from "./filters.css.ts";
import { opener } from "./list.css.ts";
import { SuggestedText } from "./suggested-text.tsx";

export function FilterField({ filter, name }: { filter: JobFilter; name: JobFilterName }) {
  const definition: AnyJobFilter = jobFilters[name];
  const { label } = definition;
  const chosen = chosenIn(filter, name);
  switch (definition.kind) {
    case "open":
      return <Checkbox name={name} value="true" label={label} defaultChecked={chosen.length > 0} />;
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
    case "number":
      return name === "minSalary" ? (
        <Salary filter={filter} />
      ) : (
        <Group title={label} chosen={chosen.map((value) => textOf(definition, value))}>
          <Choice name={name} chosen={chosen[0]} />
        </Group>
      );
    case "one":
      return name === "sort" ? (
        <Group title={label} chosen={chosen.map((value) => textOf(definition, value))}>
          <Choice name={name} chosen={chosen[0]} />
        </Group>
      ) : null;
  }
}

/** The minimum salary with its currency and pay period. */
function Salary({ filter }: { filter: JobFilter }) {
  const { label, placeholder } = jobFilters.minSalary;
  const amount = filter.minSalary === undefined ? [] : [String(filter.minSalary)];
  return (
    <Group title={label} chosen={amount}>
      <div className={styles.salary}>
        <label className={styles.legend} htmlFor="filter-minSalary">
          {label}
        </label>
        <input
          id="filter-minSalary"
          className={input}
          type="text"
          inputMode="decimal"
          name="minSalary"
          placeholder={placeholder}
          defaultValue={amount[0]}
          autoComplete="off"
        />
        <Choice name="currency" chosen={filter.currency} isNamed />
        <Choice name="salaryType" chosen={filter.salaryType} isNamed />
      </div>
    </Group>
  );
}

/** @param isNamed whether it shares a group whose title names another field */
function Choice({
  name,
  chosen,
  isNamed = false,
}: {
  name: JobFilterName;
  chosen: string | undefined;
  isNamed?: boolean;
}) {
  const definition: AnyJobFilter = jobFilters[name];
  if (definition.kind !== "number" && definition.kind !== "one") return null;
  const options = optionsOf(definition);
  const isListed = chosen === undefined || options.some(([value]) => value === chosen);
  return (
    <div className={isNamed ? undefined : styles.choices}>
      <label className={isNamed ? visuallyHidden : styles.legend} htmlFor={`filter-${name}`}>
        {definition.label}
      </label>
      <span className={selectBox}>
        <select id={`filter-${name}`} className={select} name={name} defaultValue={chosen ?? ""}>
          <option value="">{definition.placeholder}</option>
          {!isListed && <option value={chosen}>{chosen}</option>}
          {/* The placeholder of the sort is its default. */}
          {options
            .filter(([, text]) => text !== definition.placeholder)
            .map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
        </select>
      </span>
    </div>
  );
}

const optionsOf = (definition: AnyJobFilter & { kind: "number" | "one" }): (readonly [string, string])[] =>
  definition.kind === "one"
    ? Object.entries(definition.labels)
    : (definition.shown ?? []).map(([value, text]) => [String(value), text]);

const textOf = (definition: AnyJobFilter & { kind: "number" | "one" }, chosen: string) =>
  optionsOf(definition).find(([value]) => value === chosen)?.[1] ?? chosen;

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
      <summary className={opener}>
        {title}
        {chosen.length > 0 && <span className={styles.chosen}>{chosen.join(", ")}</span>}
      </summary>
      {children}
    </details>
  );
}
