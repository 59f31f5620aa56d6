import { filterHref } from "#app/ui/client/filter-address.ts";
import type { QuestionSort } from "#db/vocabulary.ts";
import type { QuestionFilterName } from "../texts.ts";

export type ListAddress = { [Name in QuestionFilterName | "cursor"]?: string | undefined } & {
  sort?: QuestionSort | undefined;
};

/** The address of the list, without empty parts. */
export const listHref = ({ sort, ...others }: ListAddress): string =>
  filterHref("/questions", { sort: sort === "newest" ? undefined : sort, ...others });
