import { Form } from "react-router";
import { maxSearchLength } from "#app/platform/schemas/search-rules.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { useFilterForm } from "#app/ui/client/use-filter-form.ts";
import { input, label, select, selectBox } from "#app/ui/forms/field.css.ts";
import { SearchField } from "#app/ui/search-field.tsx";
import {
  type BrowseFilterName,
  categoryTitle,
  examChoices,
  firstPaperYear,
  maxCourseCode,
  resourceTypeChoices,
  yearChoices,
} from "../rules.ts";
import * as styles from "./browse.css.ts";
import { CourseCodes, codesId } from "./resource-fields.tsx";

interface Props {
  /** The last year. */
  years: number;
  filter: Record<BrowseFilterName, string>;
  /** Null if they could not be loaded. The chosen category is then the only choice. */
  categories: (readonly [slug: string, name: string])[] | null;
  courseCodes: readonly string[];
}

/**
 * Search, category, year, course and kind, in a drawer on phones. The page number is not a field, so any change returns
 * to the first page.
 */
export function BrowseFilters({ filter, years, categories, courseCodes }: Props) {
  const chosen = filter.category ? [[filter.category, categoryTitle(filter.category)] as const] : [];
  const formProps = useFilterForm(filter);
  const { search, ...others } = filter;
  const chosenCount = Object.values(others).filter(Boolean).length;
  return (
    <Form action="/resources/browse" role="search" className={styles.filters} {...formProps}>
      <div className={styles.search}>
        <SearchField
          name="search"
          label="Search notes"
          maxLength={maxSearchLength}
          placeholder="Search by title, description..."
          defaultValue={search}
        />
      </div>
      <details className={styles.more}>
        <summary className={styles.moreSummary}>
          {chosenCount > 0 ? `Filters (${chosenCount})` : "Filters"}
        </summary>
        <div className={styles.moreFields}>
          <FilterSelect
            name="category"
            text="Category"
            value={filter.category}
            options={[["", "All Categories"], ...(categories ?? chosen)]}
          />
          <FilterSelect
            name="year"
            text="Year"
            value={filter.year}
            options={[["", "All Years"], ...yearChoices(years)]}
          />
          <div className={styles.field}>
            <label className={label} htmlFor="browse-courseCode">
              Course code
            </label>
            <input
              id="browse-courseCode"
              className={input}
              name="courseCode"
              maxLength={maxCourseCode}
              placeholder="ME201"
              defaultValue={filter.courseCode}
              list={codesId}
              autoComplete="off"
              autoCapitalize="characters"
            />
            <CourseCodes courseCodes={courseCodes} />
          </div>
          <FilterSelect
            name="resourceType"
            text="Kind"
            value={filter.resourceType}
            options={[["", "All Kinds"], ...resourceTypeChoices]}
          />
          <div className={styles.field}>
            <label className={label} htmlFor="browse-paperYear">
              Paper of
            </label>
            <input
              id="browse-paperYear"
              className={input}
              name="paperYear"
              type="number"
              inputMode="numeric"
              min={firstPaperYear}
              placeholder="Any year"
              defaultValue={filter.paperYear}
            />
          </div>
          <FilterSelect
            name="exam"
            text="Exam"
            value={filter.exam}
            options={[["", "All Exams"], ...examChoices]}
          />
        </div>
      </details>
      {Object.values(filter).some(Boolean) && (
        <div className={styles.buttons}>
          <ButtonLink to="/resources/browse" variant="link" preventScrollReset>
            Clear Filters
          </ButtonLink>
        </div>
      )}
    </Form>
  );
}

interface FilterSelectProps {
  name: string;
  text: string;
  value: string;
  options: (readonly [value: string, text: string])[];
}

function FilterSelect({ name, text, value, options }: FilterSelectProps) {
  const id = `browse-${name}`;
  return (
    <div className={styles.field}>
      <label className={label} htmlFor={id}>
        {text}
      </label>
      <span className={selectBox}>
        <select id={id} name={name} className={select} defaultValue={value}>
          {options.map(([optionValue, optionText]) => (
            <option key={optionValue} value={optionValue}>
              {optionText}
            </option>
          ))}
        </select>
      </span>
    </div>
  );
}
