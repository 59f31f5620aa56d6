import { ButtonLink } from "#app/ui/button.tsx";
import { filterHref } from "#app/ui/client/filter-address.ts";
import { EmptyState } from "#app/ui/empty.tsx";
import { Loading } from "#app/ui/load-failure.tsx";
import { WithoutFilters } from "#app/ui/search-field.tsx";
import type { Route } from "./+types/browse.ts";
import { Pagination } from "./pagination.tsx";
import { ResourceCard } from "./resource-item.tsx";
import * as styles from "./resources.css.ts";
import { ShowPreviews } from "./show-previews.tsx";

type Found = Route.ComponentProps["loaderData"];
type ResultsProps = Pick<Found, "filter" | "filterNote" | "total" | "page" | "totalPages" | "hidden"> & {
  resources: NonNullable<Found["resources"]>;
  isLoading: boolean;
};

/** A page of matching resources, or the reason why it is empty. */
export function BrowseResults({
  resources,
  filter,
  filterNote,
  total,
  page,
  totalPages,
  hidden,
  isLoading,
}: ResultsProps) {
  const hrefOf = (number: number) =>
    filterHref("/resources/browse", { ...filter, page: number > 1 ? number : undefined });
  return (
    <>
      <div className={styles.sectionHead}>
        <div role="status">
          <h2>
            Resources ({total}) <Loading isLoading={isLoading} />
          </h2>
        </div>
        {filterNote && <p className={styles.quiet}>Showing results for {filterNote}</p>}
        <WithoutFilters hidden={hidden} href={filterHref("/resources/browse", { search: filter.search })} />
        <ShowPreviews resources={resources} />
      </div>
      {resources.length > 0 ? (
        <ul className={styles.grid}>
          {resources.map((resource) => (
            <ResourceCard key={resource.id} resource={resource} />
          ))}
        </ul>
      ) : page > 1 ? (
        <EmptyState scene="shelf" title="No resources found">
          <p>The list ends before page {page.toLocaleString("en-IN")}.</p>
          <ButtonLink to={hrefOf(1)} variant="outline">
            Back to the first page
          </ButtonLink>
        </EmptyState>
      ) : (
        <EmptyState scene="shelf" title="No resources found">
          <p>Try another word, or all categories and years.</p>
          {filterNote && <ButtonLink to="/resources/browse">Clear Filters</ButtonLink>}
        </EmptyState>
      )}
      <Pagination page={page} totalPages={totalPages} hrefOf={hrefOf} />
    </>
  );
}
