import { type OpportunityType, type WorkplaceType, workplaceTypes } from "#db/vocabulary.ts";
import { filterOpportunities } from "../../schemas/job-labels.ts";

/** The filter of the list as its address has it. */
export type ListFilter = {
  search?: string | undefined;
  opportunityType: OpportunityType[];
  workplaceType: WorkplaceType[];
  locations?: string | undefined;
  industry?: string | undefined;
  showOpenOnly: boolean;
};

/** The address of the list with a filter, without empty parts. */
export function listHref(filter: ListFilter, cursor?: number): string {
  const { search, opportunityType, workplaceType, locations, industry, showOpenOnly } = filter;
  const query = new URLSearchParams();
  if (search) query.set("search", search);
  for (const type of opportunityType) query.append("opportunityType", type);
  for (const type of workplaceType) query.append("workplaceType", type);
  if (locations) query.set("locations", locations);
  if (industry) query.set("industry", industry);
  if (showOpenOnly) query.set("showOpenOnly", "true");
  if (cursor !== undefined) query.set("cursor", String(cursor));
  return query.size > 0 ? `/jobs?${query}` : "/jobs";
}

/** Reads the filter of an address in the browser, where the schema is not, while the server is out of reach. */
export function readListFilter(query: URLSearchParams): ListFilter {
  return {
    search: query.get("search") ?? undefined,
    opportunityType: filterOpportunities.filter((type) => query.getAll("opportunityType").includes(type)),
    workplaceType: workplaceTypes.filter((type) => query.getAll("workplaceType").includes(type)),
    locations: query.get("locations") ?? undefined,
    industry: query.get("industry") ?? undefined,
    showOpenOnly: query.get("showOpenOnly") === "true",
  };
}

/** Each chosen value counts; the search does not. */
export const countActiveFilters = (filter: ListFilter): number =>
  Number(filter.showOpenOnly) +
  filter.opportunityType.length +
  filter.workplaceType.length +
  Number(filter.locations !== undefined) +
  Number(filter.industry !== undefined);
