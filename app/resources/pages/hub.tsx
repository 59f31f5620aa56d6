import { sum } from "drizzle-orm";
import { getReader } from "#app/platform/auth/guards.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Area } from "#app/ui/drawing.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Title } from "#app/ui/page.tsx";
import { page } from "#app/ui/styles/global.css.ts";
import { db, resourceTotals } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { resourceTexts } from "../rules.ts";
import type { Route } from "./+types/hub.ts";
import { seedTexts } from "./categories.tsx";
import * as styles from "./hub.css.ts";
import { Content } from "./hub-content.tsx";
import { formatCount, presentResource, selectCategories, selectResources } from "./read-resources.server.ts";
import * as resourceStyles from "./resources.css.ts";
import { seedButton } from "./seed.server.ts";

/** Specified in section 9. */
const recentCount = 6;

export const handle = {
  scripts: "members",
  cache: { params: ["previews"], varyBy: "role" },
  offline: "renewed",
  title: "Resource Sharing Hub",
  failed: resourceTexts.hubFailed,
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const reader = await getReader({ request, context });
  const { categories, totals, recent } = await namedBatch({
    categories: selectCategories(),
    totals: db
      .select({ categoryId: resourceTotals.categoryId, total: sum(resourceTotals.total).mapWith(Number) })
      .from(resourceTotals)
      .groupBy(resourceTotals.categoryId),
    recent: selectResources({}, { limit: recentCount }),
  });
  return {
    isMember: reader !== null,
    categories: categories.map(({ id, slug, name, description }) => ({
      slug,
      name,
      description,
      count: formatCount(totals.find((row) => row.categoryId === id)?.total ?? 0, "resource"),
    })),
    recent: recent.map(presentResource(reader !== null)),
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: resourceTexts.seedingFailed };

export const action = (args: Route.ActionArgs) =>
  submitForm(args, { auth: "member", fields: [], texts }, seedButton(args));

export const clientAction = preserveForm(seedTexts);

const reasons = [
  ["Made for slow connections", "See the type and size before you download. Interrupted downloads resume."],
  ["Files you can open", "We check that every file is what its name says it is."],
  [
    "From students who took the course",
    "Sorted by category and year, with the name of the person who shared it.",
  ],
] as const;

export default function Hub({ loaderData }: Route.ComponentProps) {
  const { isMember, categories, recent } = loaderData;
  return (
    <div className={page}>
      <Title description="Notes, papers and guides that students of this college share.">
        Resource Sharing Hub
      </Title>
      <header className={styles.hero}>
        <div>
          <h1>Resource Sharing Hub</h1>
          <p className={styles.lead}>
            Last year's notes, papers and guides, from students who took the course.
          </p>
          {isMember && (
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
        <Stats
          categories={categories.length}
          recent={recent.length}
          className={isMember ? `${styles.stats} ${styles.beside}` : styles.stats}
        />
        <Area className={resourceStyles.area} name="shelves" />
      </header>
      <Content {...loaderData} />
      {!isMember && (
        <section className={styles.call} data-for="guests">
          <div>
            <h2>Share what helped you</h2>
            <p>Log in to add your own notes. It takes two minutes.</p>
          </div>
          <ButtonLink to="/login?redirectTo=%2Fresources&notice=none" size="lg">
            Get Started Today
          </ButtonLink>
        </section>
      )}
      <section className={resourceStyles.section}>
        <h2>Why Choose Our Platform?</h2>
        <ul className={styles.reasons}>
          {reasons.map(([title, text]) => (
            <li key={title} className={styles.reason}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Stats({ categories, recent, className }: { categories: number; recent: number; className: string }) {
  const tiles = [
    [String(categories), categories === 1 ? "Category" : "Categories"],
    [`${recent}+`, "Recent Resources"],
    ["24/7", "Access Available"],
  ];
  return (
    <ul className={className}>
      {tiles.map(([figure, text]) => (
        <li key={text} className={styles.stat}>
          <span className={styles.figure}>{figure}</span> {text}
        </li>
      ))}
    </ul>
  );
}
