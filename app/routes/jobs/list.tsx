import { desc, sql } from "drizzle-orm";
import { Link, useNavigation } from "react-router";
import { db, jobs } from "#db/index.ts";
import { matchingJobIds } from "#db/scopes/jobs.ts";
import { workplaceTypes } from "#db/vocabulary.ts";
import { getViewer } from "../../auth/session.server.ts";
import { parseId } from "../../schemas/fields.ts";
import {
  filterOpportunities,
  jobFilterSchema,
  opportunityLabels,
  suggestedIndustries,
  suggestedLocations,
  workplaceLabels,
} from "../../schemas/job.ts";
import { page } from "../../styles/global.css.ts";
import { today } from "../../time.server.ts";
import { ButtonLink, Spinner } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/list.ts";
import { Filters } from "./filters.tsx";
import { JobRow } from "./job-row.tsx";
import * as styles from "./list.css.ts";
import { presentJob } from "./present-job.server.ts";

export const handle = {
  noJs: "guests",
  guestPage: {
    params: ["search", "showOpenOnly", "opportunityType", "workplaceType", "locations", "industry", "cursor"],
    tables: ["jobs"],
  },
};

const pageSize = 20;
/** Past this nobody needs the exact number, and counting would cost. */
const counted = 10_000;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await getViewer({ request, context });
  const given = url.searchParams;
  const lists = {
    opportunityType: given.getAll("opportunityType"),
    workplaceType: given.getAll("workplaceType"),
  };
  const filter = jobFilterSchema.parse({ ...Object.fromEntries(given), ...lists });
  const before = parseId(given.get("cursor")) ?? undefined;
  const day = today();

  const [rows, [count]] = await db.batch([
    db
      .select()
      .from(jobs)
      .where(sql`${jobs.id} in (${matchingJobIds(filter, day, pageSize + 1, before)})`)
      .orderBy(desc(jobs.id)),
    db.select({ total: sql<number>`count(*)` }).from(sql`(${matchingJobIds(filter, day, counted + 1)})`),
  ]);
  const shown = rows.slice(0, pageSize);
  const total = count?.total ?? 0;
  const link = (change: (query: URLSearchParams) => void) => {
    const query = new URLSearchParams(given);
    query.delete("cursor");
    change(query);
    return query.size > 0 ? `/jobs?${query}` : "/jobs";
  };
  const suggestions = (name: "locations" | "industry", texts: readonly string[]) =>
    texts.map((text) => {
      const active = filter[name]?.toLowerCase() === text.toLowerCase();
      return { text, active, href: link((query) => (active ? query.delete(name) : query.set(name, text))) };
    });
  return {
    member: viewer !== null,
    jobs: shown.map((job) => presentJob(job, day)),
    total: total > counted ? `${counted.toLocaleString("en-IN")}+` : String(total),
    older: rows.length > pageSize ? link((query) => query.set("cursor", String(shown.at(-1)?.id))) : null,
    newest: before === undefined ? null : link(() => {}),
    search: filter.search ?? null,
    withoutSearch: link((query) => query.delete("search")),
    // Each chosen value counts, the search does not.
    active:
      Number(filter.showOpenOnly) +
      filter.opportunityType.length +
      filter.workplaceType.length +
      Number(filter.locations !== undefined) +
      Number(filter.industry !== undefined),
    filter,
    choices: {
      opportunityType: filterOpportunities.map((value) => [value, opportunityLabels[value]] as const),
      workplaceType: workplaceTypes.map((value) => [value, workplaceLabels[value]] as const),
      locations: suggestions("locations", suggestedLocations),
      industry: suggestions("industry", suggestedIndustries),
    },
  };
}

export default function Jobs({ loaderData }: Route.ComponentProps) {
  const { member, total, active, search, withoutSearch, older, newest } = loaderData;
  const { state, location } = useNavigation();
  const busy = state === "loading" && location.pathname === "/jobs";
  return (
    <div className={page}>
      <Title description="Find and post job opportunities in our college community.">Job Opportunities</Title>
      <div className={styles.head}>
        <div>
          <h1>Job Opportunities</h1>
          <p className={styles.subtitle}>Find and post job opportunities in our college community</p>
        </div>
        {member ? (
          <ButtonLink to="/post-job">
            <Icon name="plus" />
            Post a Job
          </ButtonLink>
        ) : (
          <ButtonLink to="/login?redirectTo=%2Fpost-job">Login to Post</ButtonLink>
        )}
      </div>
      <div className={styles.columns}>
        <Filters filter={loaderData.filter} choices={loaderData.choices} active={active} />
        <section aria-label="Opportunities" aria-busy={busy}>
          <div className={styles.listHead}>
            <p>
              Showing <b>{total}</b> {total === "1" ? "opportunity" : "opportunities"}
              {busy && (
                <span className={styles.spinner}>
                  <Spinner label="Loading" />
                </span>
              )}
            </p>
            {active > 0 && (
              <p className={styles.activeBadge}>
                {active === 1 ? "1 active filter" : `${active} active filters`}
              </p>
            )}
          </div>
          {search && (
            <p className={styles.searchLine}>
              <Link
                to={withoutSearch}
                className={styles.searchChip}
                aria-label={`Remove the search: ${search}`}
              >
                Search: {search}
                <Icon name="close" size={16} />
              </Link>
            </p>
          )}
          {loaderData.jobs.length === 0 ? (
            <EmptyState title="No jobs found">
              <p>Nothing here fits what you are looking for.</p>
              <p className={styles.emptyActions}>
                <ButtonLink to="/jobs" variant="outline">
                  Clear All Filters
                </ButtonLink>
                {member && <ButtonLink to="/post-job">Post the First Job</ButtonLink>}
              </p>
            </EmptyState>
          ) : (
            <ul className={styles.list}>
              {loaderData.jobs.map((job) => (
                <JobRow key={job.id} job={job} />
              ))}
            </ul>
          )}
          {(older || newest) && (
            <nav className={styles.more} aria-label="More opportunities">
              {newest && (
                <ButtonLink to={newest} variant="ghost">
                  Newest
                </ButtonLink>
              )}
              {older && (
                <ButtonLink to={older} variant="outline">
                  Older opportunities
                </ButtonLink>
              )}
            </nav>
          )}
        </section>
      </div>
    </div>
  );
}
