import { input } from "#app/ui/forms/field.css.ts";
import { visuallyHidden } from "#app/ui/styles/global.css.ts";
import type { AnyJobFilter, JobFilter, JobFilterName } from "../filter.ts";
import * as styles from "./filters.css.ts";
import { listHref } from "./list-filter.ts";

const shownSuggestions = 3;

/** A text filter with suggestions, most of them collapsed. The active suggestion clears the filter. */
export function SuggestedText({
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
