import { eq } from "drizzle-orm";
import { Link } from "react-router";
import { getReader } from "#app/platform/auth/guards.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { Back } from "#app/ui/back.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Area } from "#app/ui/drawing.tsx";
import { EmptyState } from "#app/ui/empty.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Title } from "#app/ui/page.tsx";
import { page } from "#app/ui/styles/global.css.ts";
import { quiet } from "#app/ui/styles/layout.css.ts";
import { db, resourceCategories, resourceTotals } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { categoryTitle, resourceTexts, yearChoices } from "../rules.ts";
import type { Route } from "./+types/category.ts";
import * as styles from "./category.css.ts";
import { formatCount, presentResource, selectResources } from "./read-resources.server.ts";
import { ResourceRow } from "./resource-item.tsx";
import * as resourceStyles from "./resources.css.ts";
import { ShowPreviews } from "./show-previews.tsx";

const latestCount = 6;

export const handle = {
  scripts: "members",
  cache: { params: ["previews"], varyBy: "role" },
  offline: "renewed",
  title: "Resources",
  failed: resourceTexts.listFailed,
};

export async function loader({ request, params: { slug }, context }: Route.LoaderArgs) {
  const reader = await getReader({ request, context });
  const {
    totals,
    category: [category],
    latest,
  } = await namedBatch({
    totals: db
      .select({ year: resourceTotals.year, total: resourceTotals.total })
      .from(resourceTotals)
      .innerJoin(resourceCategories, eq(resourceCategories.id, resourceTotals.categoryId))
      .where(eq(resourceCategories.slug, slug)),
    category: db
      .select({
        name: resourceCategories.name,
        description: resourceCategories.description,
        isHidden: resourceCategories.isHidden,
      })
      .from(resourceCategories)
      .where(eq(resourceCategories.slug, slug)),
    latest: selectResources({ categorySlug: slug }, { limit: latestCount }),
  });
  return {
    isMember: reader !== null,
    isKnown: category !== undefined,
    isHidden: category?.isHidden ?? false,
    title: categoryTitle(slug, category?.name),
    description: category?.description || null,
    counts: yearChoices(settings.maxResourceYear).map(([year]) =>
      formatCount(totals.find((row) => String(row.year) === year)?.total ?? 0, "resource"),
    ),
    latest: latest.map(presentResource(reader !== null)),
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export default function Category({ loaderData, params: { slug } }: Route.ComponentProps) {
  const { isMember, isKnown, isHidden, title, description, counts, latest } = loaderData;
  return (
    <div className={page}>
      <Title description={description ?? undefined}>{title}</Title>
      <div className={resourceStyles.pageHead}>
        <div>
          <Back to="/resources">Resource Sharing Hub</Back>
          <h1>{title}</h1>
          {description && <p className={resourceStyles.subtitle}>{description}</p>}
        </div>
        {isMember && !isHidden && (
          <ButtonLink
            to={isKnown ? `/resources/upload?category=${slug}` : "/resources/upload"}
            reloadDocument
          >
            <Icon name="upload" />
            Upload Resource
          </ButtonLink>
        )}
        <Area className={resourceStyles.area} name="shelves" />
      </div>
      <ul className={styles.years}>
        {counts.map((text, index) => {
          const year = index + 1;
          const [count, unit] = text.split(" ");
          return (
            <li key={year}>
              <Link
                to={`/resources/category/${encodeURIComponent(slug)}/year/${year}`}
                className={styles.year}
              >
                <span className={styles.yearText}>Year {year}</span>{" "}
                <span className={quiet}>
                  {count} <span className={styles.unit}>{unit}</span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
      {latest.length === 0 ? (
        <EmptyState scene="shelf" title="No resources found">
          <p>{isKnown ? "Nothing has been shared here yet." : "There is no such category."}</p>
          <ButtonLink to="/resources/browse" variant="outline">
            Browse All Resources
          </ButtonLink>
        </EmptyState>
      ) : (
        <section className={resourceStyles.section}>
          <div className={resourceStyles.sectionHead}>
            <h2>Latest</h2>
            <ButtonLink to={`/resources/browse?category=${slug}`} variant="link">
              View all in {title}
            </ButtonLink>
          </div>

          <ShowPreviews resources={latest} />
          <ul className={resourceStyles.list}>
            {latest.map((resource) => (
              <ResourceRow key={resource.id} resource={resource} place="year" />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
