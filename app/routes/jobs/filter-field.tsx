import type { ReactNode } from "react";
import {
  type AnyJobFilter,
  type JobFilter,
  type JobFilterName,
  jobFilters,
} from "../../schemas/job-filter.ts";
import { Checkbox } from "../../ui/field.tsx";
import * as styles from "./filters.css.ts";
import { SuggestedText } from "./suggested-text.tsx";

export function FilterField({ filter, name }: { filter: JobFilter; name: JobFilterName }) {
  const definition: AnyJobFilter = jobFilters[name];
  const { label } = definition;
  const value = filter[name];
  const chosen = [value || []].flat().map(String);
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
