import { sql } from "drizzle-orm";
import { data, Link, useNavigation } from "react-router";
import { db } from "#db/index.ts";
import { matchingResourceIds, maxCounted, reachableRows, resourceCount } from "#db/scopes/resources.ts";
import { getViewer } from "../../auth/session.server.ts";
import { resourceBrowseQuerySchema } from "../../schemas/resource.ts";
import { years } from "../../schemas/resource-rules.ts";
import { page } from "../../styles/global.css.ts";
import { ButtonLink, Spinner } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Title } from "../../ui/page.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import type { Route } from "./+types/browse.ts";
import { BrowseFilters } from "./browse-filters.tsx";
import { CategoriesFailed } from "./categories.tsx";
import * as parts from "./parts.css.ts";
import { Failure, ResourceCard } from "./parts.tsx";
import { loadCategories, orFailed, presentResource, selectListedResources } from "./queries.server.ts";

const pageSize = 12;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await getViewer({ request, context });
  const asked = resourceBrowseQuerySchema.parse(Object.fromEntries(url.searchParams));
  const categories = await orFailed(context, () => loadCategories());
  // An unknown category counts as absent, as long as it is known which there are.
  const category = categories?.find(({ slug }) => slug === asked.category);
  const filter = { search: asked.search, year: asked.year, categorySlug: category?.slug };
  const depth = filter.search === undefined ? Number.POSITIVE_INFINITY : maxCounted;
  const offset = (asked.page - 1) * pageSize;
  const found = await orFailed(context, () =>
    db.batch([
      selectListedResources(matchingResourceIds(filter, reachableRows(filter, pageSize, offset), offset)),
      db.select({ total: resourceCount(filter) }).from(sql`(select 1)`),
    ]),
  );
  const total = found?.[1][0]?.total ?? 0;
  const shown = Math.min(total, depth);
  const query = new URLSearchParams(
    Object.entries({ ...asked, page: undefined, category: category?.slug }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
  const place = [category?.name, asked.year && `Year ${asked.year}`].filter(Boolean).join(", ");
  const note = [asked.search && `“${asked.search}”`, place].filter(Boolean).join(" in ");
  return data(
    {
      member: viewer !== null,
      categories: categories?.map(({ slug, name }) => [slug, name] as const) ?? null,
      filter: { search: asked.search ?? "", category: category?.slug ?? "", year: String(asked.year ?? "") },
      resources: found?.[0].map(presentResource) ?? null,
      total: shown.toLocaleString("en-IN") + (total > shown ? "+" : ""),
      page: asked.page,
      totalPages: Math.ceil(shown / pageSize),
      query: query.toString(),
      note,
    },
    found && categories ? 200 : 503,
  );
}

export default function Browse({ loaderData }: Route.ComponentProps) {
  const { member, categories, filter, resources, total, totalPages, query, note } = loaderData;
  const { state, location } = useNavigation();
  const busy = state === "loading" && location.pathname === "/resources/browse";
  const hrefOf = (number: number) => {
    const params = new URLSearchParams(query);
    if (number > 1) params.set("page", String(number));
    return params.size > 0 ? `/resources/browse?${params}` : "/resources/browse";
  };
  return (
    <div className={page}>
      <Title description="Search all notes, papers and guides by title, category and year.">
        Browse Resources
      </Title>
      <div className={parts.head}>
        <div>
          <Link to="/resources" className={parts.back}>
            Resource Sharing Hub
          </Link>
          <h1>Browse Resources</h1>
        </div>
        {member && (
          <ButtonLink to="/resources/upload" reloadDocument>
            <Icon name="upload" />
            Upload Resource
          </ButtonLink>
        )}
      </div>
      <BrowseFilters filter={filter} categories={categories ?? []} years={years} active={note !== ""} />
      {categories === null && <CategoriesFailed />}
      <section aria-label="Resources" aria-busy={busy}>
        {resources === null ? (
          <Failure title="Failed to fetch resources">
            <p>An error occurred while fetching resources</p>
          </Failure>
        ) : (
          <>
            <div className={parts.sectionHead}>
              <h2>
                Resources ({total}) {busy && <Spinner label="Loading" />}
              </h2>
              {note && <p className={parts.weight}>Showing results for {note}</p>}
            </div>
            {resources.length === 0 ? (
              <EmptyState title="No resources found">
                <p>Try another word, or look in all categories and years.</p>
                {(note || loaderData.page > 1) && (
                  <ButtonLink to="/resources/browse" variant="outline">
                    {note ? "Clear Filters" : "Back to the first page"}
                  </ButtonLink>
                )}
              </EmptyState>
            ) : (
              <ul className={parts.grid}>
                {resources.map((resource) => (
                  <ResourceCard key={resource.id} resource={resource} />
                ))}
              </ul>
            )}
            <Pagination page={loaderData.page} totalPages={totalPages} hrefOf={hrefOf} />
          </>
        )}
      </section>
    </div>
  );
}
