import { and, desc, eq, lt, lte, or, sql } from "drizzle-orm";
import { Form, Link } from "react-router";
import { excerptOf } from "#app/notices/texts.server.ts";
import { personColumns, presentPerson } from "#app/people/person.server.ts";
import { Face } from "#app/people/person.tsx";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { undoTexts } from "#app/platform/forms/undo-texts.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { timeAgo } from "#app/platform/time/time.server.ts";
import { AskOnce } from "#app/ui/ask-once.tsx";
import { Back } from "#app/ui/back.tsx";
import { Button } from "#app/ui/button.tsx";
import { useFailure } from "#app/ui/forms/form.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { List } from "#app/ui/list.tsx";
import { Title } from "#app/ui/page.tsx";
import { quiet, row, small, spread, stack } from "#app/ui/styles/layout.css.ts";
import { Tabs } from "#app/ui/tabs.tsx";
import { db, jobApplications, jobs, users } from "#db/index.ts";
import {
  applicationCounts,
  isAnswerHeld,
  isBlockedBetween,
  isUnansweredApplication,
} from "#db/scopes/applications.ts";
import { pageOf, readIdCursor } from "#db/scopes/pages.ts";
import { answerFields, applicationAnswerSchema } from "../application-input.server.ts";
import {
  applicationFileUrl,
  applicationTexts,
  countApplications,
  receivedLabels,
} from "../application-texts.ts";
import { answerAllWaiting, requirePoster, undoAnswers } from "../applications.server.ts";
import type { Route } from "./+types/applications.ts";
import { AnswerText } from "./answer-text.tsx";
import { hasId, jobNotFound } from "./find-job.server.ts";
import * as styles from "./job.css.ts";
import * as listStyles from "./list.css.ts";

const pageSize = 20;

export const handle = { title: "Applications", failed: applicationTexts.loadFailed };

const rules = getFieldRules(answerFields);

export async function loader(args: Route.LoaderArgs) {
  const { params, url } = args;
  const isAll = url.searchParams.get("show") === "all";
  const viewer = await requireViewer(args);
  const jobId = toId(params.id);
  await requirePoster(viewer.id, jobId);
  const [job] = await db
    .select({ title: jobs.title, waiting: applicationCounts.waitingApplications })
    .from(jobs)
    .where(hasId(params.id, viewer.id));
  if (!job) throw jobNotFound();
  const now = Date.now();
  const found = await db
    .select({
      id: jobApplications.id,
      person: personColumns,
      letter: jobApplications.letter,
      file: jobApplications.file,
      fileName: jobApplications.fileName,
      state: jobApplications.state,
      sentAt: jobApplications.sentAt,
      isHeld: isAnswerHeld(now).mapWith(Boolean),
    })
    .from(jobApplications)
    .innerJoin(jobs, eq(jobs.id, jobApplications.jobId))
    .innerJoin(users, eq(users.id, jobApplications.userId))
    .where(
      and(
        eq(jobs.id, jobId),
        eq(jobs.postedBy, viewer.id),
        lt(jobApplications.id, readIdCursor(url)),
        isAll ? undefined : or(isUnansweredApplication, isAnswerHeld(now)),
      ),
    )
    .orderBy(desc(jobApplications.id))
    .limit(pageSize + 1);
  const newestId = found[0]?.id ?? 0;
  const isOfJob = eq(jobApplications.jobId, jobId);
  const { seen, together } = await db
    .select({
      seen: sql`count(*) filter (where ${isUnansweredApplication} and ${lte(jobApplications.id, newestId)}
        and not ${isBlockedBetween(viewer.id, sql`${jobApplications.userId}`)})`.mapWith(Number),
      together: sql<
        number | null
      >`(select answered_at from job_applications as held where held.job_id = ${jobId}
        and held.answered_at > ${now} group by answered_at having count(*) > 1 order by answered_at desc limit 1)`,
    })
    .from(jobApplications)
    .where(isOfJob)
    .then(([counted]) => counted ?? { seen: 0, together: null });
  const list = pageOf(found, pageSize, ({ person, letter, file, fileName, state, sentAt, id, isHeld }) => ({
    id,
    isHeld,
    person: presentPerson(person),
    beginning: excerptOf(letter),
    file: file && { name: fileName, url: applicationFileUrl(id, fileName) },
    state: receivedLabels[state],
    isNew: state === "sent",
    sent: timeAgo(sentAt),
  }));
  return { ...job, id: params.id, isAll, newestId, seen, together, rules, ...list };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: applicationTexts.answerFailed, loggedOut: applicationTexts.loggedOut };

export const action = (args: Route.ActionArgs) => {
  const { id } = args.params;
  const page = `/jobs/${id}/applications`;
  return submitForm(
    args,
    {
      auth: "member",
      fields: ["state", "text", "newest", "application", "together"],
      texts,
    },
    {
      async ""(form, viewer) {
        const input = form.parse(applicationAnswerSchema);
        const count = await answerAllWaiting(viewer, toId(id), toId(form.text("newest")), input);
        return redirectWithFlash(args.context, page, {
          text:
            count === 0
              ? "Every application has been answered."
              : `${countApplications(count)} answered. ${undoTexts.held}`,
        });
      },
      async undo(form, viewer) {
        const together = toId(form.text("together"));
        const applicationId = toId(form.text("application"));
        const which = together > 0 ? { answeredAt: together } : { applicationId };
        const count = await undoAnswers(viewer, toId(id), which);
        return redirectWithFlash(args.context, page, {
          text:
            count === 1
              ? "It is waiting for your answer again."
              : `${count} are waiting for your answer again.`,
        });
      },
    },
  );
};

export const clientAction = preserveForm(texts);

export default function Applications({ loaderData }: Route.ComponentProps) {
  const { id, title, waiting, newestId, seen, together, isAll, rules, rows, next } = loaderData;
  const failure = useFailure();
  return (
    <div className={styles.job}>
      <Title>{`Applications: ${title}`}</Title>
      <div>
        <Back to={`/jobs/${id}`}>Back to the job</Back>
        <h1>Applications</h1>
        <p dir="auto">{title}</p>
      </div>
      <FormAlert />
      <Tabs
        className={listStyles.tabs}
        label="Applications"
        links={[
          [`/jobs/${id}/applications`, `Waiting (${waiting})`],
          [`/jobs/${id}/applications?show=all`, "All"],
        ]}
        current={`/jobs/${id}/applications${isAll ? "?show=all" : ""}`}
      />
      <List
        rows={rows}
        next={next}
        filterNames={["show"]}
        empty={
          isAll
            ? ["No applications yet", "Applications appear here, and in your notices."]
            : ["All answered", "Applications that you haven't answered appear here."]
        }
      >
        {({ id: applicationId, person, beginning, file, state, isNew, sent, isHeld }) => (
          <li key={applicationId} className={styles.received}>
            <Face person={person} size="md" />
            <div>
              <div className={spread}>
                <h2 className={listStyles.rowTitle}>
                  <Link to={`/jobs/${id}/applications/${applicationId}`} dir="auto">
                    {person.name || "No Name"}
                  </Link>
                </h2>
                {file && (
                  <a href={file.url} target="_blank" rel="noopener" className={styles.pdf}>
                    {file.name}
                  </a>
                )}
              </div>
              <p className={small} dir="auto">
                <b className={isNew ? styles.fresh : undefined}>{state}</b>, sent {sent}
                {person.line && ` · ${person.line}`}
              </p>
              <p className={styles.beginning} dir="auto">
                {beginning}
              </p>
            </div>
            {isHeld && (
              <Form method="post" className={row[3]} preventScrollReset>
                <input type="hidden" name="application" value={applicationId} />
                <span className={quiet}>{undoTexts.held}</span>
                <Button
                  name="intent"
                  value="undo"
                  size="sm"
                  variant="outline"
                  aria-label={`Undo: ${person.name}`}
                >
                  Undo
                </Button>
              </Form>
            )}
          </li>
        )}
      </List>
      {together !== null && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="together" value={together} />
          <Button name="intent" value="undo" variant="outline">
            Undo all answers sent together
          </Button>
        </Form>
      )}
      {seen > 1 && !isAll && (
        <details className={styles.tracking} open={failure ? true : undefined}>
          <summary className={listStyles.opener}>Answer everyone who is waiting</summary>
          <Form id="answer-all" method="post" className={stack[4]}>
            <input type="hidden" name="newest" value={newestId} />
            <p className={quiet}>Each of the {seen} applicants gets this answer separately.</p>
            <AnswerText rules={rules} />
            <div className={row[3]}>
              <AskOnce opener="Invite all…" question={`Invite ${seen} people?`}>
                <Button name="state" value="invited">{`Invite ${seen} people`}</Button>
              </AskOnce>
              <AskOnce opener="Decline all…" question={`Decline ${seen} applications?`}>
                <Button name="state" value="declined" variant="danger">{`Decline ${seen} people`}</Button>
              </AskOnce>
            </div>
          </Form>
        </details>
      )}
    </div>
  );
}
