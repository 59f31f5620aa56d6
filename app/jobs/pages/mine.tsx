import { and, desc, eq, lt } from "drizzle-orm";
import { Form } from "react-router";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { timeAgo, today } from "#app/platform/time/time.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { List, useIsFirstPage } from "#app/ui/list.tsx";
import { Title } from "#app/ui/page.tsx";
import { page } from "#app/ui/styles/global.css.ts";
import { soft } from "#app/ui/styles/layout.css.ts";
import { Tabs } from "#app/ui/tabs.tsx";
import { db, jobApplications, jobs, jobTracking, savedJobs } from "#db/index.ts";
import { applicationCounts, type JobRelation, jobRelation, shownAnswer } from "#db/scopes/applications.ts";
import { isOpenJob, isVisibleJob } from "#db/scopes/jobs.ts";
import { pageOf, readIdCursor } from "#db/scopes/pages.ts";
import type { ApplicationState, TrackingState } from "#db/vocabulary.ts";
import { applicationLabels } from "../application-texts.ts";
import { reportJobs } from "../report.server.ts";
import { isTracked, trackedFirst, trackingCounts } from "../tracking.server.ts";
import { describeCounts, trackingLabels } from "../tracking-texts.ts";
import type { Route } from "./+types/mine.ts";
import { ApplyButton } from "./apply-button.tsx";
import { JobReport } from "./job-report.tsx";
import { JobRow } from "./job-row.tsx";
import * as styles from "./list.css.ts";
import { head } from "./mine.css.ts";
import { type ListedJob, listedColumns, presentJob } from "./present-job.server.ts";

const pageSize = 20;
const addresses = {
  posted: "/jobs/mine",
  saved: "/jobs/mine?show=saved",
  tracked: "/jobs/mine?show=tracked",
  report: "/jobs/mine?show=report",
} as const;
type Shown = keyof typeof addresses;

export const handle = { offline: "own", title: "My jobs", failed: "Failed to load job opportunities" };

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer({ request, context, url });
  const asked = url.searchParams.get("show");
  const isReport = asked === "report" && viewer.isAdmin;
  const shown: Shown = asked === "saved" || asked === "tracked" ? asked : isReport ? "report" : "posted";
  const rows: Row[] = shown === "report" ? [] : await selects[shown](viewer.id, readIdCursor(url));
  const list = pageOf(rows, pageSize, (job) => ({
    ...presentJob(job),
    isClosed: job.closedAt !== null,
    applications: job.applications ?? 0,
    waiting: job.waitingApplications ?? 0,
    own:
      job.hiddenAt !== null && shown === "posted"
        ? "Hidden, because several members reported it. A moderator or administrator will decide."
        : job.opened !== undefined && job.applied !== undefined
          ? `${describeCounts({ opened: job.opened, applied: job.applied })}.`
          : (job.note ?? null),
    tracked: job.state ? presentState(job.state, job) : null,
  }));
  const months = shown === "report" ? await reportJobs(viewer) : [];
  return { shown, months, isAdmin: viewer.isAdmin, back: url.pathname + url.search, ...list };
}

/** The later of two states, the one the member noted or their application's, and the part of the job's page about it. */
function presentState(
  state: TrackingState,
  { answer, answeredAt, changedAt }: Pick<Row, "answer" | "answeredAt" | "changedAt">,
) {
  const isNoted = state !== "applied" && (changedAt ?? 0) >= (answeredAt ?? 0);
  const since = timeAgo(Math.max(changedAt ?? 0, isNoted ? 0 : (answeredAt ?? 0)));
  if (!answer || isNoted)
    return {
      label: trackingLabels[state],
      look: state === "offer" ? "good" : state === "closed" ? "over" : null,
      since,
      part: "tracking",
    } as const;
  return {
    label: applicationLabels[answer],
    look: answer === "invited" ? "good" : answer === "declined" ? "over" : null,
    since,
    part: "application",
  } as const;
}

const columns = () => ({
  ...listedColumns,
  closedAt: jobs.closedAt,
  hiddenAt: jobs.hiddenAt,
  isOpen: isOpenJob(today()),
});

const selectPosted = (userId: number, before: number) =>
  db
    .select({ ...columns(), ...trackingCounts, ...applicationCounts })
    .from(jobs)
    .where(and(eq(jobs.postedBy, userId), lt(jobs.id, before)))
    .orderBy(desc(jobs.id))
    .limit(pageSize + 1);

const selectSaved = (userId: number, before: number) =>
  db
    .select({ ...columns(), relation: jobRelation(userId) })
    .from(savedJobs)
    .innerJoin(jobs, eq(jobs.id, savedJobs.jobId))
    .where(and(eq(savedJobs.userId, userId), isVisibleJob(userId), lt(savedJobs.jobId, before)))
    .orderBy(desc(savedJobs.jobId))
    .limit(pageSize + 1);

const selectTracked = (userId: number, before: number) =>
  db
    .select({
      ...columns(),
      state: jobTracking.state,
      note: jobTracking.note,
      changedAt: jobTracking.changedAt,
      answer: shownAnswer().state,
      answeredAt: shownAnswer().answeredAt,
    })
    .from(jobTracking)
    .innerJoin(jobs, eq(jobs.id, jobTracking.jobId))
    .leftJoin(jobApplications, and(eq(jobApplications.jobId, jobs.id), eq(jobApplications.userId, userId)))
    .where(isTracked(userId, before))
    .orderBy(trackedFirst)
    .limit(pageSize + 1);

const selects = { posted: selectPosted, saved: selectSaved, tracked: selectTracked };
type Row = Omit<Awaited<ReturnType<typeof selectSaved>>[number], "relation"> & {
  relation?: JobRelation | null;
  state?: TrackingState | null;
  note?: string | null;
  changedAt?: number | null;
  answer?: ApplicationState | null;
  answeredAt?: number | null;
  opened?: number;
  applied?: number;
  applications?: number;
  waitingApplications?: number;
};

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const empty = {
  posted: ["You haven't posted a job yet", "Jobs that you post appear here, to edit and to close."],
  saved: ["You haven't saved a job yet", "Press Save on a job's page to find it here again."],
  tracked: [
    "You don't keep track of a job yet",
    "Say on a job's page that you applied to find it here again.",
  ],
} as const;

function applicationsText({ waiting, applications }: { waiting: number; applications: number }): string {
  if (waiting > 0) return `${waiting} ${waiting === 1 ? "application" : "applications"} to answer`;
  return applications > 0 ? "All answered" : "No applications yet";
}

export default function MyJobs({
  loaderData: { shown, months, isAdmin, back, rows, next },
}: Route.ComponentProps) {
  const post = (
    <ButtonLink to="/post-job">
      <Icon name="plus" />
      Post a Job
    </ButtonLink>
  );
  const isFirst = useIsFirstPage();
  // Then the button is below the sentence that says so.
  const hasNone = shown === "posted" && rows.length === 0 && isFirst;
  return (
    <div className={page}>
      <Title>My jobs</Title>
      <div className={`${styles.head} ${head}`}>
        <h1>My jobs</h1>
        {!hasNone && post}
      </div>
      <Tabs
        className={styles.tabs}
        label="My jobs"
        links={[
          [addresses.posted, "Posted"],
          [addresses.saved, "Saved"],
          [addresses.tracked, "Applied"],
          ["/bin", "Deleted"],
          ...(isAdmin ? [[addresses.report, "Report"] as const] : []),
        ]}
        current={addresses[shown]}
      />
      {shown === "report" ? (
        <JobReport months={months} />
      ) : (
        <div data-client-nav>
          <List
            scene="berth"
            rows={rows}
            next={next}
            filterNames={["show"]}
            empty={[
              empty[shown][0],
              empty[shown][1],
              shown === "posted" ? (
                post
              ) : (
                <ButtonLink key="jobs" to="/jobs" variant="outline">
                  See jobs
                </ButtonLink>
              ),
            ]}
          >
            {(job) => (
              <JobRow
                key={job.id}
                job={job}
                own={job.own}
                {...(job.tracked && {
                  href: `/jobs/${job.id}#${job.tracked.part}`,
                  state: <Tracked state={job.tracked} />,
                })}
              >
                {shown === "saved" ? (
                  <div className={styles.savedActs}>
                    <ApplyButton job={job} isMember />
                    <ActButton job={job} intent="forget" back={back} text="Remove" icon="bookmark" />
                  </div>
                ) : (
                  <>
                    {(job.isHere || job.applications > 0) && (
                      <ButtonLink
                        to={`/jobs/${job.id}/applications`}
                        variant="outline"
                        size="sm"
                        aria-label={`${applicationsText(job)}: ${job.title}`}
                      >
                        {applicationsText(job)}
                      </ButtonLink>
                    )}
                    <ButtonLink
                      to={`/jobs/${job.id}/edit`}
                      variant="outline"
                      size="sm"
                      aria-label={`Edit: ${job.title}`}
                    >
                      <Icon name="edit" size={16} />
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
            )}
          </List>
        </div>
      )}
    </div>
  );
}

const looks = { good: styles.relation, over: soft };

const Tracked = ({ state: { label, look, since } }: { state: ReturnType<typeof presentState> }) => (
  <>
    <b className={look ? looks[look] : undefined}>{label}</b>
    <span>updated {since}</span>
  </>
);

/** A button of the job's page that returns to this card. */
const ActButton = ({
  job,
  intent,
  back,
  text,
  icon,
}: {
  job: ListedJob;
  intent: string;
  back: string;
  text: string;
  /** Instead of the text. */
  icon?: string;
}) => (
  <Form method="post" action={`/jobs/${job.id}`} preventScrollReset>
    <input type="hidden" name="back" value={back} />
    <Button
      variant={icon ? "ghost" : "outline"}
      size="sm"
      name="intent"
      value={intent}
      aria-label={`${text}: ${job.title}`}
    >
      {icon ? <Icon name={icon} /> : text}
    </Button>
  </Form>
);
