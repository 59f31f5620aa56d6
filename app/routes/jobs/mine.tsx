import { and, desc, eq, lt } from "drizzle-orm";
import { Form } from "react-router";
import { db, jobs, savedJobs } from "#db/index.ts";
import { isOpenJob } from "#db/scopes/jobs.ts";
import { cutPage } from "#db/scopes/pages.ts";
import { requireViewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { page } from "../../styles/global.css.ts";
import { today } from "../../time.server.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import type { Route } from "./+types/mine.ts";
import { ApplyButton } from "./apply-button.tsx";
import { JobRow } from "./job-row.tsx";
import * as styles from "./list.css.ts";
import { type ListedJob, listedColumns, presentJob } from "./present-job.server.ts";

const pageSize = 20;
const addresses = { posted: "/jobs/mine", saved: "/jobs/mine?show=saved" } as const;

export const handle = { keep: "own" };

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer({ request, context, url });
  const shown: keyof typeof addresses = url.searchParams.get("show") === "saved" ? "saved" : "posted";
  const cursor = parseId(url.searchParams.get("cursor")) ?? undefined;
  const select = shown === "saved" ? selectSaved : selectPosted;
  const rows = await queryOrNull(context, async () => await select(viewer.id, cursor));
  if (!rows) return { shown, back: addresses[shown], list: null };
  const { page: jobRows, last } = cutPage(rows, pageSize);
  const hrefOf = (before: number) =>
    `/jobs/mine?${new URLSearchParams({ show: shown, cursor: String(before) })}`;
  return {
    shown,
    back: cursor === undefined ? addresses[shown] : hrefOf(cursor),
    list: {
      jobs: jobRows.map((job) => ({ ...presentJob(job), isClosed: job.closedAt !== null })),
      nextHref: last ? hrefOf(last.id) : null,
      firstHref: cursor === undefined ? null : addresses[shown],
    },
  };
}

const columns = () => ({ ...listedColumns, closedAt: jobs.closedAt, isOpen: isOpenJob(today()) });

const selectPosted = (userId: number, before: number | undefined) =>
  db
    .select(columns())
    .from(jobs)
    .where(and(eq(jobs.postedBy, userId), before === undefined ? undefined : lt(jobs.id, before)))
    .orderBy(desc(jobs.id))
    .limit(pageSize + 1);

const selectSaved = (userId: number, before: number | undefined) =>
  db
    .select(columns())
    .from(savedJobs)
    .innerJoin(jobs, eq(jobs.id, savedJobs.jobId))
    .where(and(eq(savedJobs.userId, userId), before === undefined ? undefined : lt(savedJobs.jobId, before)))
    .orderBy(desc(savedJobs.jobId))
    .limit(pageSize + 1);

export const clientLoader = withFallback(() => ({
  shown: "posted" as const,
  back: addresses.posted,
  list: null,
}));

export default function MyJobs({ loaderData: { shown, back, list } }: Route.ComponentProps) {
  return (
    <div className={page}>
      <Title>My jobs</Title>
      <div className={styles.head}>
        <h1>My jobs</h1>
        <ButtonLink to="/post-job">
          <Icon name="plus" />
          Post a Job
        </ButtonLink>
      </div>
      <Tabs
        className={styles.tabs}
        label="My jobs"
        links={[
          [addresses.posted, "Posted"],
          [addresses.saved, "Saved"],
        ]}
        current={addresses[shown]}
      />
      {!list ? (
        <LoadFailure text="Failed to load job opportunities" />
      ) : list.jobs.length === 0 ? (
        <NoJobs shown={shown} firstHref={list.firstHref} />
      ) : (
        <ul className={styles.list} data-client-nav>
          {list.jobs.map((job) => (
            <JobRow key={job.id} job={job}>
              {shown === "saved" ? (
                <>
                  <ApplyButton job={job} />
                  <ActButton job={job} intent="forget" back={back} text="Remove" />
                </>
              ) : (
                <>
                  <ButtonLink
                    to={`/jobs/${job.id}/edit`}
                    variant="outline"
                    size="sm"
                    aria-label={`Edit: ${job.title}`}
                  >
                    <Icon name="edit" />
                    Edit
                  </ButtonLink>
                  <ActButton
                    job={job}
                    intent={job.isClosed ? "reopen" : "close"}
                    back={back}
                    text={job.isClosed ? "Reopen" : "Close"}
                  />
                </>
              )}
            </JobRow>
          ))}
        </ul>
      )}
      {list && <More {...list} />}
    </div>
  );
}

/** One of the job's own buttons, which returns to this card. */
const ActButton = ({
  job,
  intent,
  back,
  text,
}: {
  job: ListedJob;
  intent: string;
  back: string;
  text: string;
}) => (
  <Form method="post" action={`/jobs/${job.id}`} preventScrollReset>
    <input type="hidden" name="back" value={back} />
    <Button variant="outline" size="sm" name="intent" value={intent} aria-label={`${text}: ${job.title}`}>
      {text}
    </Button>
  </Form>
);

function NoJobs({ shown, firstHref }: { shown: keyof typeof addresses; firstHref: string | null }) {
  if (firstHref)
    return (
      <EmptyState title="No more jobs">
        <p>You've reached the end of this list.</p>
      </EmptyState>
    );
  return shown === "saved" ? (
    <EmptyState title="You haven't saved a job yet">
      <p>Press Save on a job's page to find it here again.</p>
      <ButtonLink to="/jobs">See jobs</ButtonLink>
    </EmptyState>
  ) : (
    <EmptyState title="You haven't posted a job yet">
      <p>Jobs that you post appear here, to edit and to close.</p>
      <ButtonLink to="/jobs" variant="outline">
        See jobs
      </ButtonLink>
    </EmptyState>
  );
}

function More({ nextHref, firstHref }: { nextHref: string | null; firstHref: string | null }) {
  if (!nextHref && !firstHref) return null;
  return (
    <nav className={styles.more} aria-label="More jobs">
      {firstHref && (
        <ButtonLink to={firstHref} variant="ghost">
          Newest
        </ButtonLink>
      )}
      {nextHref && (
        <ButtonLink to={nextHref} variant="outline">
          Older jobs
        </ButtonLink>
      )}
    </nav>
  );
}
