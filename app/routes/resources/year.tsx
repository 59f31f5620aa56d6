import { sql } from "drizzle-orm";
import { data, Link } from "react-router";
import { db } from "#db/index.ts";
import { matchingResourceIds, resourceCount } from "#db/scopes/resources.ts";
import { getViewer } from "../../auth/session.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { categoryTitle, years } from "../../schemas/resource-rules.ts";
import { page } from "../../styles/global.css.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Title } from "../../ui/page.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import type { Route } from "./+types/year.ts";
import * as parts from "./parts.css.ts";
import { Failure, ResourceRow } from "./parts.tsx";
import { orFailed, presentResource, selectListedResources } from "./queries.server.ts";

const pageSize = 20;
const deepest = 100_000;

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const viewer = await getViewer({ request, context });
  const year = years.find((each) => String(each) === params.year);
  if (!year) throw data("There are the years 1 to 4.", 404);
  const filter = { categorySlug: params.slug, year };
  const number = Math.min(parseId(url.searchParams.get("page")) ?? 1, deepest);
  const found = await orFailed(context, () =>
    db.batch([
      selectListedResources(matchingResourceIds(filter, pageSize, (number - 1) * pageSize)),
      db.select({ total: resourceCount(filter) }).from(sql`(select 1)`),
    ]),
  );
  const total = found?.[1][0]?.total ?? 0;
  return data(
    {
      slug: params.slug,
      year,
      title: categoryTitle(params.slug),
      member: viewer !== null,
      resources: found?.[0].map(presentResource) ?? null,
      total: total.toLocaleString("en-IN"),
      page: number,
      totalPages: Math.ceil(total / pageSize),
    },
    found ? 200 : 503,
  );
}

export default function Year({ loaderData }: Route.ComponentProps) {
  const { slug, year, title, member, resources, total, totalPages } = loaderData;
  const here = `/resources/category/${encodeURIComponent(slug)}`;
  return (
    <div className={page}>
      <Title>{`${title}, Year ${year}`}</Title>
      <div className={parts.head}>
        <div>
          <Link to={here} className={parts.back}>
            {title}
          </Link>
          <h1>
            {title}, Year {year}
          </h1>
        </div>
        {member && (
          <ButtonLink
            to={`/resources/upload?category=${encodeURIComponent(slug)}&year=${year}`}
            reloadDocument
          >
            <Icon name="upload" />
            Upload Resource
          </ButtonLink>
        )}
      </div>
      {resources === null ? (
        <Failure title="Failed to fetch resources">
          <p>An error occurred while fetching resources</p>
        </Failure>
      ) : (
        <section className={parts.section}>
          <h2>Available Resources ({total})</h2>
          {resources.length === 0 ? (
            <EmptyState title={`No resources found for ${title} - Year ${year}.`}>
              <ButtonLink to={loaderData.page > 1 ? `${here}/year/${year}` : here} variant="outline">
                {loaderData.page > 1 ? "Back to the first page" : "Look in another year"}
              </ButtonLink>
            </EmptyState>
          ) : (
            <ul className={parts.list}>
              {resources.map((resource) => (
                <ResourceRow key={resource.id} resource={resource} showCategory={false} />
              ))}
            </ul>
          )}
          <Pagination
            page={loaderData.page}
            totalPages={totalPages}
            hrefOf={(number) => `${here}/year/${year}${number > 1 ? `?page=${number}` : ""}`}
          />
        </section>
      )}
    </div>
  );
}
