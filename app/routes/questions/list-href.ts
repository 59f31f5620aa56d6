import type { QuestionSort } from "#db/vocabulary.ts";

export interface ListAddress {
  sort?: QuestionSort | undefined;
  tag?: string | undefined;
  search?: string | undefined;
  cursor?: string | undefined;
}

/** The address of the list, without empty parts. */
export function listHref({ sort, tag, search, cursor }: ListAddress): string {
  const query = new URLSearchParams();
  if (sort && sort !== "newest") query.set("sort", sort);
  if (tag) query.set("tag", tag);
  if (search) query.set("search", search);
  if (cursor) query.set("cursor", cursor);
  return query.size > 0 ? `/questions?${query}` : "/questions";
}
