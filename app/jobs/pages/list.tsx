import { desc, sql } from "drizzle-orm";
import { useRef } from "react";
import { Link, redirect, useNavigation } from "react-router";
import { loadCompany } from "#app/companies/company.server.ts";
import { CompanyHead } from "#app/companies/company-head.tsx";
import { getReader } from "#app/platform/auth/guards.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { queryOrNull } from "#app/platform/http/request-log.server.ts";
import { limitListSearch } from "#app/platform/limits/rate-limit.server.ts";
import { parseId } from "#app/platform/schemas/fields.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import { describeHidden, filterHref, hasEmptyParts } from "#app/ui/client/filter-address.ts";
import { withFallback } from "#app/ui/client/requests.ts";
import { Icon } from "#app/ui/icon.tsx";
import { ListFailure, LoadFailure, Loading } from "#app/ui/load-failure.tsx";
import { Title, useIsOn } from "#app/ui/page.tsx";
import { WithoutFilters } from "#app/ui/search-field.tsx";
import * as global from "#app/ui/styles/global.css.ts";
import { soft } from "#app/ui/styles/layout.css.ts";
import { db, jobs } from "#db/index.ts";
import { isSavedJob, jobRelation } from "#db/scopes/applications.ts";
import { deadlineOrder, isOpenJob, usualCurrency, usualSalaryType } from "#db/scopes/jobs.ts";
import { cutPage, positionOf, readPosition } from "#db/scopes/pages.ts";
import { type Count, countJobs, findJobIds, findSoonestJobIds } from "#db/search.ts";
import { conditionsOf, type JobFilter, jobFilterNames } from "../filter.ts";
import { parseJobFilter } from "../input.server.ts";
import type { Route } from "./+types/list.ts";
import { Filters } from "./filters.tsx";
import { Head, JobList } from "./job-list.tsx";
import * as styles from "./list.css.ts";
import { countActiveFilters, listHref, readListFilter } from "./list-filter.ts";
import { listedColumns, presentJob } from "./present-job.server.ts";

const failed = "Failed to load job opportunities";
const pageSize = 20;
/** Counting stops here, because an exact number would not be worth its cost. */
const maxCount = 10_000;

export const handle = {
  scripts: "members",
  cache: {
    params: [...jobFilterNames, "cursor"],
    varyBy: "role",
    exceptFor: "members-with-jobs",
    ownParams: ["company"],
  },
  offline: "renewed",
};

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const reader = await getReader({ request, context });
  const viewer = reader && "id" in reader ? reader : null;
  const query = url.searchParams;
  const filter = parseJobFilter(query);
  const cursor = query.get("cursor") ?? undefined;
  if (hasEmptyParts(query)) throw redirect(listHref(filter, cursor));
  limitListSearch(viewer, getRequestContext(context), filter);

  const day = today();
  const results = await queryOrNull(context, async () => {
    const asked = await nameSalary(filter);
    const { rows, stoppedAt } = await listJobs(asked, day, cursor, viewer?.id ?? 0);
    // The first page has all matches, so no count is needed.
    const isWhole = cursor === undefined && stoppedAt === undefined && rows.length <= pageSize;
    return Promise.all([
      { rows, stoppedAt },
      isWhole ? { total: rows.length, isCapped: false } : countJobs(conditionsOf(asked), day, maxCount),
      filter.minSalary === undefined ? null : describeSalary(asked, day),
      filter.company === undefined ? null : loadCompany(filter.company, viewer),
    ]);
  });
  const isMember = reader !== null;
  if (!results) return { filter, isMember, hidden: null, list: null };
  const [{ rows, stoppedAt }, count, salary, company] = results;
  const { page, last } = cutPage(rows, pageSize);
  const next = last ? (filter.sort === "deadline" ? positionOf(last) : last.id) : stoppedAt;
  return {
    filter,
    isMember,
    hidden:
      filter.search && countActiveFilters(filter) > 0 ? await countHidden(filter.search, count.total) : null,
    list: {
      jobs: page.map((job) => ({ ...presentJob(job), isSaved: job.isSaved })),
      total: showCount(count),
      salary,
      company,
      next: next === undefined ? null : String(next),
      firstHref: cursor === undefined ? null : listHref(filter),
    },
  };
}

const showCount = ({ total, isCapped }: Count) =>
  isCapped ? `${total.toLocaleString("en-IN")}+` : String(total);

async function listJobs(filter: JobFilter, day: string, cursor: string | undefined, viewerId: number) {
  const wanted = conditionsOf(filter);
  const isByDeadline = filter.sort === "deadline";
  const { ids, stoppedAt } = isByDeadline
    ? await findSoonestJobIds(wanted, day, pageSize + 1, readPosition(cursor ?? null))
    : await findJobIds(wanted, day, { limit: pageSize + 1, before: parseId(cursor) ?? undefined });
  const moment = deadlineOrder(day);
  const rows = await db
    .select({
      ...listedColumns,
      isOpen: isOpenJob(day),
      relation: jobRelation(viewerId),
      isSaved: isSavedJob(viewerId),
      moment,
    })
    .from(jobs)
    .where(sql`${jobs.id} in (${ids})`)
    .orderBy(...(isByDeadline ? [moment] : []), desc(jobs.id));
  return { rows, stoppedAt };
}

/** Completes the filter of a minimum salary with the most common currency and pay period. */
async function nameSalary(filter: JobFilter): Promise<JobFilter> {
  if (filter.minSalary === undefined || (filter.currency && filter.salaryType)) return filter;
  const [usual] = await db
    .select({ currency: usualCurrency, salaryType: usualSalaryType })
    .from(sql`(select 1)`);
  return {
    ...filter,
    currency: filter.currency ?? usual?.currency,
    salaryType: filter.salaryType ?? usual?.salaryType,
  } as JobFilter;
}

/** The currency and pay period of a minimum salary, and how many jobs are left out because they name no salary. */
async function describeSalary(filter: JobFilter, day: string) {
  const others = conditionsOf({ ...filter, minSalary: undefined });
  const silent = await countJobs([...others, { kind: "no-salary" }], day, maxCount);
  return `Salaries in ${filter.currency || "any currency"} ${filter.salaryType}. ${silentText(silent)}`;
}
function silentText(count: Count): string {
  if (count.total === 0) return "Every job states a salary.";
  return count.total === 1 ? "1 job states no salary." : `${showCount(count)} jobs state no salary.`;
}

async function countHidden(search: string, shown: number): Promise<string | null> {
  const wanted = conditionsOf(parseJobFilter(new URLSearchParams({ search })));
  const all = await countJobs(wanted, today(), maxCount);
  return describeHidden(all.total + Number(all.isCapped), shown, maxCount);
}

export const clientLoader = withFallback(({ url }) => ({
  filter: readListFilter(new URL(url).searchParams),
  isMember: null,
  hidden: null,
  list: null,
}));

export default function Jobs({ loaderData: { filter, isMember, hidden, list } }: Route.ComponentProps) {
  const { state, location } = useNavigation();
  const isLoading = state === "loading" && location.pathname === "/jobs";
  const activeCount = countActiveFilters(filter);
  const results = useRef<HTMLElement>(null);
  const isOn = useIsOn();
  const hasNoJobs = list?.jobs.length === 0;
  return (
    <div className={global.page}>
      <Title description="Find and post job opportunities in our college community.">Job Opportunities</Title>
      <link rel="alternate" type="application/atom+xml" title="Job Opportunities" href="/jobs.atom" />
      <Head isMember={isMember} hasNoJobs={hasNoJobs} />
      <a href="#results" className={global.skipLink}>
        Skip to results
      </a>
      <div className={styles.columns}>
        <Filters filter={filter} total={list?.total ?? null} onShow={() => results.current?.focus()} />
        <section
          ref={results}
          id="results"
          className={styles.results}
          tabIndex={-1}
          aria-label="Opportunities"
          aria-busy={isLoading}
        >
          <div className={styles.listHead}>
            <p>
              {list && (
                <span role="status">
                  Showing <b>{list.total}</b> {list.total === "1" ? "opportunity" : "opportunities"}
                </span>
              )}
              <Loading isLoading={isLoading} />
            </p>
            {activeCount > 0 && (
              <p className={styles.activeBadge}>
                {activeCount === 1 ? "1 active filter" : `${activeCount} active filters`}
              </p>
            )}
            {isMember && (activeCount > 0 || filter.search) && (
              <Link
                to={`/account/searches?query=${encodeURIComponent(listHref(filter).slice("/jobs?".length))}`}
                className={global.touchable}
              >
                Tell me about new ones
              </Link>
            )}
          </div>
          {list?.company && <CompanyHead company={list.company} />}
          {list?.salary && <p className={`${soft} ${styles.line}`}>{list.salary}</p>}
          {filter.search && (
            <p className={styles.line}>
              <Link
                to={listHref({ ...filter, search: undefined })}
                className={styles.searchChip}
                aria-label={`Remove the search: ${filter.search}`}
              >
                Search: {filter.search}
                <Icon name="close" size={16} />
              </Link>
            </p>
          )}
          <WithoutFilters hidden={hidden} href={filterHref("/jobs", { search: filter.search })} />
          {list ? (
            <JobList
              list={list}
              isMember={isMember ?? false}
              isFiltered={activeCount > 0 || filter.search !== undefined}
            />
          ) : (
            <LoadFailure text={failed} />
          )}
          {isOn("/companies") && (
            <p>
              <Link to="/companies" className={global.touchable}>
                All companies
              </Link>
            </p>
          )}
          {isMember === false && <ListFailure text={failed} />}
        </section>
      </div>
    </div>
  );
}
