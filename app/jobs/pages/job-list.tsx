import { ButtonLink } from "#app/ui/button.tsx";
import { Area } from "#app/ui/drawing.tsx";
import { EmptyState } from "#app/ui/empty.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Pager } from "#app/ui/list.tsx";
import { row } from "#app/ui/styles/layout.css.ts";
import { jobFilterNames } from "../filter.ts";
import type { Route } from "./+types/list.ts";
import { JobRow } from "./job-row.tsx";
import * as styles from "./list.css.ts";

/** @param isMember null if unknown */
export function Head({ isMember, hasNoJobs }: { isMember: boolean | null; hasNoJobs: boolean }) {
  return (
    <div className={styles.head}>
      <div>
        <h1>Job Opportunities</h1>
        <p className={styles.subtitle}>Find and post job opportunities in our college community</p>
      </div>
      {isMember && (
        <ButtonLink to="/post-job" variant={hasNoJobs ? "outline" : "primary"}>
          <Icon name="plus" />
          Post a Job
        </ButtonLink>
      )}
      {isMember === false && (
        <ButtonLink to="/login?redirectTo=%2Fpost-job&notice=none" variant="outline" data-for="guests">
          Login to Post
        </ButtonLink>
      )}
      <Area className={styles.area} name="harbour" />
    </div>
  );
}

export function JobList({
  list: { jobs, next, firstHref },
  isMember,
  isFiltered,
}: {
  list: NonNullable<Route.ComponentProps["loaderData"]["list"]>;
  isMember: boolean;
  isFiltered: boolean;
}) {
  if (jobs.length > 0) {
    return (
      <>
        <ul data-client-nav>
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} isMember={isMember} />
          ))}
        </ul>
        <div className={styles.more}>
          <Pager next={next} filterNames={jobFilterNames} />
        </div>
      </>
    );
  }
  return firstHref ? (
    <EmptyState scene="horizon" title="No more opportunities">
      <p>You've reached the end of this list.</p>
      <ButtonLink to={firstHref} variant="outline">
        Back to the first page
      </ButtonLink>
    </EmptyState>
  ) : (
    <EmptyState scene="berth" title="No jobs found">
      <p>{isFiltered ? "Try fewer filters or another search." : "Nothing has been posted yet."}</p>
      <p className={row[3]}>
        {!isFiltered && isMember && <ButtonLink to="/post-job">Post the First Job</ButtonLink>}
        <ButtonLink to="/jobs" variant={isFiltered ? "primary" : "outline"}>
          Clear All Filters
        </ButtonLink>
      </p>
    </EmptyState>
  );
}
