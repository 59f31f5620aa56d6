import { filterHref } from "#app/ui/client/filter-address.ts";
import { memberFilterNames } from "#db/vocabulary.ts";

/** The filters of the list in its address. */
export const listFilterNames = ["search", "batch", ...memberFilterNames] as const;
export type ListFilterName = (typeof listFilterNames)[number];

export type ListAddress = { [Name in ListFilterName]?: string | number | undefined } & {
  /** Where the list continues: of batches before this year, of a batch after its last member (`memberCursor`). */
  cursor?: number | string | undefined;
};

/** The address of the list, or of a dialog over it, without empty parts. */
export const listHref = (address: ListAddress, path = "/qa-threads"): string => filterHref(path, address);
