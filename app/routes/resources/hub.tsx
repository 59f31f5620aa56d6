import { sum } from "drizzle-orm";
import { data, Link, redirect } from "react-router";
import { db, resourceTotals } from "#db/index.ts";
import { matchingResourceIds } from "#db/scopes/resources.ts";
import { seedCategories } from "#db/seed.ts";
import { getViewer, requireViewer } from "../../auth/session.server.ts";
import { safeRedirect } from "../../http/safe-redirect.server.ts";
import { page } from "../../styles/global.css.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/hub.ts";
import { NoCategories } from "./categories.tsx";
import * as styles from "./hub.css.ts";
import * as parts from "./parts.css.ts";
import { Failure, ResourceRow } from "./parts.tsx";
import {
  createTimes,
  loadCategories,
  orFailed,
  presentResource,
  selectListedResources,
} from "./queries.server.ts";

/** Recent resources on the hub (specification, section 9). */
const recentShown = 6;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await getViewer({ request, context });
  const found = await orFailed(context, () =>
    db.batch([
      loadCategories(),
      db
        .select({ categoryId: resourceTotals.categoryId, total: sum(resourceTotals.total).mapWith(Number) })
        .from(resourceTotals)
        .groupBy(resourceTotals.categoryId),
      selectListedResources(matchingResourceIds({}, recentShown)),
    ]),
  );
  const member = viewer !== null;
  const seedingFailed = url.searchParams.get("seeding") === "failed";
  if (!found) return data({ member, seedingFailed, found: null }, 503);
  const [categories, totals, recent] = found;
  return data({
    member,
    seedingFailed,
    found: {
      categories: categories.map(({ id, slug, name, description }) => ({
        slug,
        name,
        description,
        count: createTimes(totals.find((row) => row.categoryId === id)?.total ?? 0, "resource"),
      })),
      recent: recent.map(presentResource),
    },
  });
}

/** "Load Categories": makes the missing ones of the five. */
export async function action({ request, context, url }: Route.ActionArgs) {
  await requireViewer({ request, context, url });
  const form = await request.formData();
  if (form.get("intent") !== "seed") throw data("That button is not known here.", 400);
  const back = safeRedirect(String(form.get("back")));
  const made = await orFailed(context, async () => seedCategories(db));
  throw redirect(made ? back : `${back}?seeding=failed`, 303);
}

const icons: Record<string, string> = {
  "academics-notes": "book",
  "gate-notes": "target",
  quantum: "orbit",
  "placement-resources": "case",
  others: "box",
};
const reasons = [
  [
    "download",
    "Made for thin connections",
    "Type and size before you pay for it. A broken download goes on where it stopped.",
  ],
  [
    "shield",
    "Files you can open",
    "Every file is checked to be what its name says before anyone can download it.",
  ],
  [
    "compass",
    "From people who took the course",
    "Sorted by category and year, with the name of who shared it.",
  ],
] as const;

export default function Hub({ loaderData }: Route.ComponentProps) {
  const { member, found } = loaderData;
  return (
    <div className={page}>
      <Title description="Notes, papers and guides that students of this college share.">
        Resource Sharing Hub
      </Title>
      <header className={styles.hero}>
        <div>
          <h1 className={styles.heading}>Resource Sharing Hub</h1>
          <p className={styles.lead}>Last year's notes, papers and guides, from those who needed them.</p>
          {member && (
            <p className={styles.heroActions}>
              <ButtonLink to="/resources/upload" size="lg" reloadDocument>
                <Icon name="upload" />
                Upload Resource
              </ButtonLink>
              <ButtonLink to="/resources/browse" size="lg" variant="outline">
                Browse All Resources
              </ButtonLink>
            </p>
          )}
        </div>
        {found && <Stats categories={found.categories.length} recent={found.recent.length} />}
      </header>
      {found ? (
        <Content {...found} member={member} seedingFailed={loaderData.seedingFailed} />
      ) : (
        <Failure title="Failed to load resource data">
          <p>Please try again later</p>
        </Failure>
      )}
      {!member && (
        <section className={styles.call}>
          <h2>Get Started Today</h2>
          <p>Log in to share what helped you and to see who shared what.</p>
          <ButtonLink to="/login?redirectTo=%2Fresources&notice=none" size="lg">
            Get Started Today
          </ButtonLink>
        </section>
      )}
      <section className={parts.section}>
        <h2>Why Choose Our Platform?</h2>
        <ul className={styles.reasons}>
          {reasons.map(([icon, title, text]) => (
            <li key={title} className={styles.reason}>
              <Icon name={icon} size={28} />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Stats({ categories, recent }: { categories: number; recent: number }) {
  const tiles = [
    [String(categories), categories === 1 ? "Category" : "Categories"],
    [`${recent}+`, "Recent Resources"],
    ["24/7", "Access Available"],
  ];
  return (
    <ul className={styles.stats}>
      {tiles.map(([figure, text]) => (
        <li key={text} className={styles.stat}>
          <span className={styles.figure}>{figure}</span> {text}
        </li>
      ))}
    </ul>
  );
}

function Content({
  categories,
  recent,
  member,
  seedingFailed,
}: NonNullable<Route.ComponentProps["loaderData"]["found"]> & { member: boolean; seedingFailed: boolean }) {
  return (
    <>
      <section className={parts.section}>
        <h2>Explore Categories</h2>
        {categories.length === 0 ? (
          <NoCategories member={member} failed={seedingFailed} />
        ) : (
          <ul className={styles.categories}>
            {categories.map(({ slug, name, description, count }) => (
              <li key={slug}>
                <Link to={`/resources/category/${slug}`} className={styles.category}>
                  <Icon name={icons[slug] ?? "box"} size={28} />
                  <span className={styles.categoryName}>{name}</span>
                  <span className={styles.categoryText}>{description}</span>
                  <span className={styles.categoryCount}>{count}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className={parts.section}>
        <div className={parts.sectionHead}>
          <h2>Recent Resources</h2>
          <ButtonLink to="/resources/browse" variant="link">
            View All Resources
          </ButtonLink>
        </div>
        {recent.length === 0 ? (
          <EmptyState title="No resources yet">
            <p>{member ? "Be the first to share one." : "Log in to share the first one."}</p>
          </EmptyState>
        ) : (
          <ul className={parts.list}>
            {recent.map((resource) => (
              <ResourceRow key={resource.id} resource={resource} showCategory />
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
