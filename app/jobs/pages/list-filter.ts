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

/** The list's address for a filter, without empty parameters. */
export const listHref = (filter: JobFilter, cursor?: string): string =>
  filterHref("/jobs", { ...filter, cursor });

/** Reads the filter from an address in the browser, without the schema, while the server is unreachable. */
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

/** Counts each chosen value, except the search, the sort, the currency and the pay period. */
export const countActiveFilters = (filter: JobFilter): number =>
  jobFilterNames
    .filter((name) => name !== "search" && jobFilters[name].kind !== "one")
    .flatMap((name) => chosenIn(filter, name)).length;
