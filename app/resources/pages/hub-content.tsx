import { Link } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { Route } from "./+types/hub.ts";
import { NoCategories } from "./categories.tsx";
import * as styles from "./hub.css.ts";
import { ResourceRow } from "./resource-item.tsx";
import * as resourceStyles from "./resources.css.ts";
import { ShowPreviews } from "./show-previews.tsx";

const icons: Record<string, string> = {
  "academics-notes": "book",
  "gate-notes": "target",
  quantum: "orbit",
  "placement-resources": "case",
  others: "box",
};

/** The categories and the latest resources. */
export function Content({ categories, recent, isMember }: Route.ComponentProps["loaderData"]) {
  return (
    <>
      <section className={resourceStyles.section}>
        <h2>Explore Categories</h2>
        {categories.length === 0 ? (
          <NoCategories isMember={isMember} />
        ) : (
          <ul className={styles.categories}>
            {categories.map(({ slug, name, description, count }) => (
              <li key={slug}>
                <Link to={`/resources/category/${slug}`} className={styles.category}>
                  <Icon name={icons[slug] ?? "box"} size={28} />
                  <span className={styles.categoryName}>{name}</span>
                  <span className={styles.categoryAbout}>{description}</span>
                  <span className={styles.categoryCount}>{count}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className={resourceStyles.section}>
        <div className={`${resourceStyles.sectionHead} ${styles.recentHead}`}>
          <h2>Recent Resources</h2>
          <ButtonLink to="/resources/browse" variant="link">
            View All Resources
          </ButtonLink>
        </div>
        {recent.length === 0 ? (
          <EmptyState scene="shelf" title="No resources yet">
            <p>{isMember ? "Be the first to share one." : "Log in to share the first one."}</p>
          </EmptyState>
        ) : (
          <>
            <ShowPreviews resources={recent} />
            <ul className={resourceStyles.list}>
              {recent.map((resource) => (
                <ResourceRow key={resource.id} resource={resource} place="category and year" />
              ))}
            </ul>
          </>
        )}
      </section>
    </>
  );
}
