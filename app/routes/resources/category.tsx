import { eq } from "drizzle-orm";
import { data, Link } from "react-router";
import { db, resourceCategories, resources, resourceTotals } from "#db/index.ts";
import { matchingResourceIds } from "#db/scopes/resources.ts";
import { getViewer } from "../../auth/session.server.ts";
import { olderWithSameFile } from "../../files/resources.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { categoryTitle, resourceTexts, years } from "../../schemas/resource-rules.ts";
import { page } from "../../styles/global.css.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty.tsx";
import { Alert } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/category.ts";
import * as styles from "./category.css.ts";
import * as parts from "./parts.css.ts";
import { Failure, ResourceRow } from "./parts.tsx";
import { createTimes, orFailed, presentResource, selectListedResources } from "./queries.server.ts";

const latestShown = 6;

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const viewer = await getViewer({ request, context });
  const { slug } = params;
  // Where an upload leads: it says whether the same file had been shared before.
  const shared = parseId(url.searchParams.get("shared")) ?? 0;
  const found = await orFailed(context, () =>
    db.batch([
      db
        .select({ year: resourceTotals.year, total: resourceTotals.total })
        .from(resourceTotals)
        .innerJoin(resourceCategories, eq(resourceCategories.id, resourceTotals.categoryId))
        .where(eq(resourceCategories.slug, slug)),
      db
        .select({ description: resourceCategories.description })
        .from(resourceCategories)
        .where(eq(resourceCategories.slug, slug)),
      selectListedResources(matchingResourceIds({ categorySlug: slug }, latestShown)),
      db
        .select({ userId: resources.userId, sameAs: olderWithSameFile })
        .from(resources)
        .where(eq(resources.id, shared)),
    ]),
  );
  const [totals = [], [category] = [], latest = [], [own] = []] = found ?? [];
  return data(
    {
      slug,
      title: categoryTitle(slug),
      known: category !== undefined,
      description: category?.description ?? null,
      member: viewer !== null,
      failed: found === null,
      years: years.map((year) => ({
        year,
        count: createTimes(totals.find((row) => row.year === year)?.total ?? 0, "resource"),
      })),
      latest: latest.map(presentResource),
      shared: own && own.userId === viewer?.id ? { sameAs: own.sameAs } : null,
    },
    found ? 200 : 503,
  );
}

export default function Category({ loaderData }: Route.ComponentProps) {
  const { slug, title, description, member, latest, shared } = loaderData;
  const told = shared && [
    `${resourceTexts.uploaded}.`,
    shared.sameAs === null ? "Thank you." : `The same file is already here: ${shared.sameAs}`,
  ];
  return (
    <div className={page}>
      <Title description={description ?? undefined}>{title}</Title>
      <div className={parts.head}>
        <div>
          <Link to="/resources" className={parts.back}>
            Resource Sharing Hub
          </Link>
          <h1>{title}</h1>
          {description && <p className={parts.subtitle}>{description}</p>}
        </div>
        {member && (
          <ButtonLink
            to={loaderData.known ? `/resources/upload?category=${slug}` : "/resources/upload"}
            reloadDocument
          >
            <Icon name="upload" />
            Upload Resource
          </ButtonLink>
        )}
      </div>
      {told && (
        <div className={styles.told}>
          <Alert kind="notice" texts={told} />
        </div>
      )}
      <ul className={styles.years}>
        {loaderData.years.map(({ year, count }) => (
          <li key={year}>
            <Link to={`/resources/category/${encodeURIComponent(slug)}/year/${year}`} className={styles.year}>
              <span className={styles.yearText}>Year {year}</span>{" "}
              <span className={styles.yearCount}>{count}</span>
            </Link>
          </li>
        ))}
      </ul>
      {loaderData.failed ? (
        <Failure title="Failed to fetch resources">
          <p>An error occurred while fetching resources</p>
        </Failure>
      ) : latest.length === 0 ? (
        <EmptyState title="No resources found">
          <p>Nothing has been shared here yet.</p>
          <ButtonLink to="/resources/browse" variant="outline">
            Browse All Resources
          </ButtonLink>
        </EmptyState>
      ) : (
        <section className={parts.section}>
          <div className={parts.sectionHead}>
            <h2>Latest</h2>
            <ButtonLink to={`/resources/browse?category=${slug}`} variant="link">
              View All Resources
            </ButtonLink>
          </div>
          <ul className={parts.list}>
            {latest.map((resource) => (
              <ResourceRow key={resource.id} resource={resource} showCategory />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
