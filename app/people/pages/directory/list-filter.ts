import { filterHref } from "#app/ui/client/filter-address.ts";
import { memberFilterNames } from "#db/vocabulary.ts";

/** The list's filters, by their parameters in its address. */
export const listFilterNames = ["search", "batch", ...memberFilterNames] as const;
export type ListFilterName = (typeof listFilterNames)[number];

export type ListAddress = { [Name in ListFilterName]?: string | number | undefined } & {
  /**
   * Where the list continues: with the batches before this year, or in one batch after its last member
   * (`memberCursor`).
   */
  cursor?: number | string | undefined;
};

/** The address of the list, or of a dialog over it, without empty parameters. */
export const listHref = (address: ListAddress, path = "/qa-threads"): string => filterHref(path, address);
