import { sql } from "drizzle-orm";
import { redirect, useNavigation } from "react-router";
import { db } from "#db/index.ts";
import {
  countPages,
  countResources,
  matchingResourceIds,
  maxCountedResults,
  pageRange,
} from "#db/scopes/resources.ts";
import { getViewer } from "../../auth/guards.server.ts";
import { withFallback } from "../../client/requests.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { resourceBrowseQuerySchema } from "../../schemas/resource.ts";
import { resourceTexts } from "../../schemas/resource-rules.ts";
import { page, skipLink } from "../../styles/global.css.ts";
import { Back } from "../../ui/back.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/browse.ts";
import { BrowseFilters } from "./browse-filters.tsx";
import { Results } from "./browse-results.tsx";
import { CategoriesFailure } from "./categories.tsx";
import { presentResource, selectCategories, selectListedResources } from "./queries.server.ts";
import * as styles from "./resources.css.ts";

const pageSize = 12;

export const handle = {
  scripts: "members",
  cache: { params: ["search", "category", "year", "page", "previews"], varyBy: "role" },
  keep: "renewed",
  opens: "/resources/0",
};

export async function loader({ request, context, url }: Route.LoaderArgs) {
  redirectFromEmptyParts(url);
  const viewer = await getViewer({ request, context });
  const query = resourceBrowseQuerySchema.parse(Object.fromEntries(url.searchParams));
  const categories = await queryOrNull(context, async () => await selectCategories());
  const category = categories?.find(({ slug }) => slug === query.category);
  const categorySlug = categories ? category?.slug : query.category;
  const filter = { search: query.search, year: query.year, categorySlug };
  const found = await queryOrNull(context, () =>
    db.batch([
      selectListedResources(matchingResourceIds(filter, pageRange(query.page, pageSize))),
      db.select({ total: countResources(filter) }).from(sql`(select 1)`),
    ]),
  );
  const total = found?.[1][0]?.total ?? 0;
  const countedTotal = filter.search === undefined ? total : Math.min(total, maxCountedResults);
  const place = [category?.name, query.year && `Year ${query.year}`].filter(Boolean).join(", ");
  return {
    isMember: viewer !== null,
    categories: categories?.map(({ slug, name }) => [slug, name] as const) ?? null,
    filter: { search: query.search ?? "", category: categorySlug ?? "", year: String(query.year ?? "") },
    resources: found?.[0].map(presentResource) ?? null,
    total: countedTotal.toLocaleString("en-IN") + (total > countedTotal ? "+" : ""),
    page: query.page,
    totalPages: countPages(total, pageSize),
    filterNote: [query.search && `“${query.search}”`, place].filter(Boolean).join(" in "),
  };
}

const parameters = ["search", "category", "year", "page"];

/** A form sent without scripts has all of its fields in the address. Redirects to the address without empty ones. */
function redirectFromEmptyParts({ pathname, searchParams }: URL): void {
  if ([...searchParams.values()].every((value) => value.trim() !== "")) return;
  const filled = parameters.flatMap((name) => {
    const value = searchParams.get(name)?.trim();
    return value ? [[name, value]] : [];
  });
  throw redirect(filled.length > 0 ? `${pathname}?${new URLSearchParams(filled)}` : pathname);
}

/** Without the server the filters stay as they are in the address. */
export const clientLoader = withFallback(({ url }) => {
  const { searchParams } = new URL(url);
  return {
    isMember: null,
    categories: null,
    filter: {
      search: searchParams.get("search") ?? "",
      category: searchParams.get("category") ?? "",
      year: searchParams.get("year") ?? "",
    },
    resources: null,
    total: "0",
    page: 1,
    totalPages: 0,
    filterNote: "",
  };
});

export default function Browse({ loaderData }: Route.ComponentProps) {
  const { isMember, categories, filter, resources } = loaderData;
  const { state, location } = useNavigation();
  const isLoading = state === "loading" && location.pathname === "/resources/browse";
  const isEmpty = resources?.length === 0;
  return (
    <div className={page}>
      <Title description="Search all notes, papers and guides by title, category and year.">
        Browse Resources
      </Title>
      <div className={styles.pageHead}>
        <div>
          <Back to="/resources">Resource Sharing Hub</Back>
          <h1>Browse Resources</h1>
        </div>
        {isMember && (
          <ButtonLink to="/resources/upload" variant={isEmpty ? "outline" : "primary"} reloadDocument>
            <Icon name="upload" />
            Upload Resource
          </ButtonLink>
        )}
      </div>
      <a href="#results" className={skipLink}>
        Skip to results
      </a>
      <BrowseFilters filter={filter} categories={categories} />
      {categories === null && <CategoriesFailure />}
      <section
        id="results"
        className={styles.results}
        aria-label="Resources"
        aria-busy={isLoading}
        tabIndex={-1}
      >
        {resources === null ? (
          <LoadFailure text={resourceTexts.listFailed} />
        ) : (
          <Results {...loaderData} resources={resources} isLoading={isLoading} />
        )}
      </section>
    </div>
  );
}
