import { eq, sql } from "drizzle-orm";
import { getReader } from "#app/platform/auth/guards.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { parseId } from "#app/platform/schemas/fields.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { Back } from "#app/ui/back.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Area } from "#app/ui/drawing.tsx";
import { EmptyState } from "#app/ui/empty.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Title } from "#app/ui/page.tsx";
import { page } from "#app/ui/styles/global.css.ts";
import { db, resourceCategories } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { countPages, countResources, pageRange } from "#db/scopes/resources.ts";
import { categoryTitle, resourceTexts } from "../rules.ts";
import type { Route } from "./+types/year.ts";
import { Pagination } from "./pagination.tsx";
import { presentResource, selectResources } from "./read-resources.server.ts";
import { ResourceRow } from "./resource-item.tsx";
import * as styles from "./resources.css.ts";
import { ShowPreviews } from "./show-previews.tsx";

const pageSize = 20;
const maxPage = 100_000;

export const handle = {
  scripts: "members",
  cache: { params: ["page", "previews"], varyBy: "role" },
  offline: "renewed",
  title: "Resources",
  failed: resourceTexts.listFailed,
};

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const reader = await getReader({ request, context });
  const last = settings.maxResourceYear;
  const year = /^[1-9]$/.test(params.year) ? Number(params.year) : 0;
  if (year < 1 || year > last) throw new HttpError(404, `Choose a year from 1 to ${last}.`);
  const filter = { categorySlug: params.slug, year };
  const pageNumber = Math.min(parseId(url.searchParams.get("page")) ?? 1, maxPage);
  const {
    found,
    counted: [{ total } = { total: 0 }],
    category: [category],
  } = await namedBatch({
    found: selectResources(filter, pageRange(pageNumber, pageSize)),
    counted: db.select({ total: countResources(filter) }).from(sql`(select 1)`),
    category: db
      .select({ name: resourceCategories.name, isHidden: resourceCategories.isHidden })
      .from(resourceCategories)
      .where(eq(resourceCategories.slug, params.slug)),
  });
  return {
    mayUpload: reader !== null && category?.isHidden !== true,
    title: categoryTitle(params.slug, category?.name),
    resources: found.map(presentResource(reader !== null)),
    total: total.toLocaleString("en-IN"),
    page: pageNumber,
    totalPages: countPages(total, pageSize),
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export default function Year({ loaderData, params: { slug, year } }: Route.ComponentProps) {
  const { mayUpload, title, resources, total, totalPages } = loaderData;
  const categoryPath = `/resources/category/${encodeURIComponent(slug)}`;
  return (
    <div className={page}>
      <Title>{`${title}, Year ${year}`}</Title>
      <div className={styles.pageHead}>
        <div>
          <Back to={categoryPath}>{title}</Back>
          <h1>
            {title}, Year {year}
          </h1>
        </div>
        {mayUpload && (
          <ButtonLink
            to={`/resources/upload?category=${encodeURIComponent(slug)}&year=${year}`}
            reloadDocument
          >
            <Icon name="upload" />
            Upload Resource
          </ButtonLink>
        )}
        <Area className={styles.area} name="shelves" />
      </div>
      <section className={styles.section}>
        <h2>Available Resources ({total})</h2>
        {resources.length === 0 ? (
          <EmptyState scene="shelf" title={`No resources found for ${title} - Year ${year}.`}>
            {loaderData.page > 1 ? (
              <ButtonLink to={`${categoryPath}/year/${year}`} variant="outline">
                Back to the first page
              </ButtonLink>
            ) : (
              <ButtonLink to={categoryPath} variant="outline">
                Choose another year
              </ButtonLink>
            )}
          </EmptyState>
        ) : (
          <>
            <ShowPreviews resources={resources} />
            <ul className={styles.list}>
              {resources.map((resource) => (
                <ResourceRow key={resource.id} resource={resource} place="none" />
              ))}
            </ul>
          </>
        )}
        <Pagination
          page={loaderData.page}
          totalPages={totalPages}
          hrefOf={(number) => `${categoryPath}/year/${year}${number > 1 ? `?page=${number}` : ""}`}
        />
      </section>
    </div>
  );
}
