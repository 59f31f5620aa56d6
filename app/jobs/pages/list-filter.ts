import { filterHref } from "#app/ui/client/filter-address.ts";
import {
  type AnyJobFilter,
  chosenIn,
  type JobFilter,
  jobFilterNames,
  jobFilters,
  mapJobFilters,
  readNumber,
  readOne,
} from "../filter.ts";

/** The address of the list with a filter, without empty parts. */
export const listHref = (filter: JobFilter, cursor?: string): string =>
  filterHref("/jobs", { ...filter, cursor });

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
    case "number":
      return readNumber(definition, texts.at(-1));
    case "one":
      return readOne(definition, texts.at(-1));
  }
}

/** Each chosen value counts; the search, the sort and the parts of a salary do not. */
export const countActiveFilters = (filter: JobFilter): number =>
  jobFilterNames
    .filter((name) => name !== "search" && jobFilters[name].kind !== "one")
    .flatMap((name) => chosenIn(filter, name)).length;
