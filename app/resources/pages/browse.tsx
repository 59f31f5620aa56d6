import { eq, sql } from "drizzle-orm";
import { redirect, useNavigation } from "react-router";
import { getReader } from "#app/platform/auth/guards.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { queryOrNull } from "#app/platform/http/request-log.server.ts";
import { limitListSearch } from "#app/platform/limits/rate-limit.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { Back } from "#app/ui/back.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { describeHidden, fieldTexts, filterHref, hasEmptyParts } from "#app/ui/client/filter-address.ts";
import { withFallback } from "#app/ui/client/requests.ts";
import { Area } from "#app/ui/drawing.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ListFailure, LoadFailure } from "#app/ui/load-failure.tsx";
import { Title } from "#app/ui/page.tsx";
import * as global from "#app/ui/styles/global.css.ts";
import { db, resourceCategories } from "#db/index.ts";
import {
  countPages,
  countResources,
  describeCount,
  maxCountedResults,
  pageRange,
  type ResourceFilter,
} from "#db/scopes/resources.ts";
import { idList } from "#db/scopes/search.ts";
import { findHits, orderLike } from "../find.server.ts";
import { resourceBrowseQuerySchema } from "../input.server.ts";
import { browseFilterNames, examLabels, resourceTexts, resourceTypeLabels } from "../rules.ts";
import type { Route } from "./+types/browse.ts";
import { BrowseFilters } from "./browse-filters.tsx";
import { BrowseResults } from "./browse-results.tsx";
import { CategoriesFailure } from "./categories.tsx";
import {
  listCourseCodes,
  presentResource,
  selectCategories,
  selectListedResources,
  selectResources,
} from "./read-resources.server.ts";
import * as styles from "./resources.css.ts";

const pageSize = 12;
const parameters = [...browseFilterNames, "page"] as const;

export const handle = {
  scripts: "members",
  cache: { params: [...parameters, "previews"], varyBy: "role" },
  offline: "renewed",
};

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { pathname, searchParams } = url;
  if (hasEmptyParts(searchParams))
    throw redirect(
      filterHref(
        pathname,
        fieldTexts(parameters, (name) => searchParams.get(name)),
      ),
    );
  const reader = await getReader({ request, context });
  const {
    page,
    category: slug,
    ...asked
  } = resourceBrowseQuerySchema.parse(Object.fromEntries(searchParams));
  const categories = await queryOrNull(context, () => listCategories(slug));
  const category = categories?.find((each) => each.slug === slug);
  const categorySlug = categories ? category?.slug : slug;
  const { search, ...others } = asked;
  limitListSearch(reader, getRequestContext(context), { search });
  const filter = { ...others, categorySlug };
  const found = await queryOrNull(context, () => findPage(search, filter, page));
  const { total, isCapped } = found ?? { total: 0, isCapped: false };
  const { year, courseCode, resourceType, paperYear, exam } = asked;
  const isHiding = search && (categorySlug || year || courseCode || resourceType || paperYear || exam);
  const all = isHiding ? await queryOrNull(context, async () => (await findHits(search, {})).count) : null;
  const kind = resourceType && resourceTypeLabels[resourceType];
  const paper = [exam && examLabels[exam], paperYear].filter(Boolean).join(" ");
  const place = [category?.name, year && `Year ${year}`, courseCode, kind, paper].filter(Boolean).join(", ");
  return {
    isMember: reader !== null,
    categories: categories?.map(({ slug, name }) => [slug, name] as const) ?? null,
    years: settings.maxResourceYear,
    courseCodes: (await queryOrNull(context, listCourseCodes)) ?? [],
    filter: fieldTexts(browseFilterNames, (name) => (name === "category" ? categorySlug : asked[name])),
    resources:
      found?.rows.map((row) => ({
        ...presentResource(reader !== null)(row),
        textMatch: found.lines?.get(row.id) ?? null,
      })) ?? null,
    total: total.toLocaleString("en-IN") + (isCapped ? "+" : ""),
    page,
    totalPages: countPages(total, pageSize),
    hidden: all && describeHidden(all.total + Number(all.isCapped), total, maxCountedResults),
    filterNote: [asked.search && `“${asked.search}”`, place].filter(Boolean).join(" in "),
  };
}

/** A hidden category is listed only while it is chosen. */
const listCategories = async (slug: string | undefined) =>
  await selectCategories(slug === undefined ? undefined : eq(resourceCategories.slug, slug));

async function findPage(search: string | undefined, filter: ResourceFilter, page: number) {
  const range = pageRange(page, pageSize);
  if (search) {
    const hits = await findHits(search, filter);
    const ids = hits.ids.slice(range.offset, range.offset + range.limit);
    const rows = orderLike(await selectListedResources(idList(ids)), ids, ({ id }) => id);
    return { rows, lines: await hits.inTexts.readLines(ids), ...hits.count };
  }
  const [rows, [count]] = await db.batch([
    selectResources(filter, range),
    db.select({ total: countResources(filter) }).from(sql`(select 1)`),
  ]);
  return { rows, lines: null, ...describeCount(filter, count?.total) };
}

/** If the server is unreachable, the filters are read from the address. */
export const clientLoader = withFallback(({ url }) => {
  const { searchParams } = new URL(url);
  return {
    isMember: null,
    categories: null,
    years: 4,
    courseCodes: [],
    filter: fieldTexts(browseFilterNames, (name) => searchParams.get(name)),
    resources: null,
    total: "0",
    page: 1,
    totalPages: 0,
    hidden: null,
    filterNote: "",
  };
});

export default function Browse({ loaderData }: Route.ComponentProps) {
  const { isMember, categories, courseCodes, filter, resources } = loaderData;
  const { state, location } = useNavigation();
  const isLoading = state === "loading" && location.pathname === "/resources/browse";
  const isEmpty = resources?.length === 0;
  return (
    <div className={global.page}>
      <Title description="Search all notes, papers and guides by title, category, year and course.">
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
        <Area className={styles.area} name="shelves" />
      </div>
      <a href="#results" className={global.skipLink}>
        Skip to results
      </a>
      <BrowseFilters
        filter={filter}
        years={loaderData.years}
        categories={categories}
        courseCodes={courseCodes}
      />
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
          <BrowseResults {...loaderData} resources={resources} isLoading={isLoading} />
        )}
        {isMember === false && <ListFailure text={resourceTexts.listFailed} />}
      </section>
    </div>
  );
}
