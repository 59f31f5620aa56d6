import { filterHref } from "../../client/filter-address.ts";
import {
  type AnyJobFilter,
  type JobFilter,
  jobFilterNames,
  mapJobFilters,
} from "../../schemas/job-filter.ts";

/** The address of the list with a filter, without empty parts. */
export const listHref = (filter: JobFilter, cursor?: number): string =>
  filterHref("/jobs", { ...filter, cursor });

const chosenOf = (filter: JobFilter, name: keyof JobFilter): string[] =>
  [filter[name] || []].flat().map(String);

/** Reads the filter of an address in the browser, where the schema is not, while the server is out of reach. */
export const readListFilter = (query: URLSearchParams): JobFilter =>
  mapJobFilters((name, definition) => readValue(definition, query.getAll(name))) as JobFilter;

function readValue(definition: AnyJobFilter, texts: string[]) {
  switch (definition.kind) {
    case "text":
      return texts.at(-1);
    case "choices":
      return definition.shown.filter((value) => texts.includes(value));
    case "open":
      return texts.at(-1) === "true";
  }
}

/** Each chosen value counts; the search does not. */
export const countActiveFilters = (filter: JobFilter): number =>
  jobFilterNames.filter((name) => name !== "search").flatMap((name) => chosenOf(filter, name)).length;
