import { and, eq, sql } from "drizzle-orm";
import { Form, Link } from "react-router";
import { ReportLink } from "#app/moderation/report-link.tsx";
import { personColumns, presentPerson } from "#app/people/person.server.ts";
import { PersonLine } from "#app/people/person.tsx";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { undoTexts } from "#app/platform/forms/undo-texts.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { findInitiator, getRequestContext } from "#app/platform/http/request-context.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { formatDateTime } from "#app/platform/time/time.server.ts";
import { AskOnce } from "#app/ui/ask-once.tsx";
import { back } from "#app/ui/back.css.ts";
import { Back } from "#app/ui/back.tsx";
import { Button, ButtonLink, buttonClass } from "#app/ui/button.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { prose, quiet, row, spread, stack } from "#app/ui/styles/layout.css.ts";
import { db, jobApplications, jobs, users } from "#db/index.ts";
import { answerFields, applicationAnswerSchema } from "../application-input.server.ts";
import { applicationFileUrl, applicationTexts, receivedLabels } from "../application-texts.ts";
import {
  answerApplication,
  isAnswerUnread,
  markApplicationRead,
  requirePoster,
} from "../applications.server.ts";
import type { Route } from "./+types/application.ts";
import { AnswerText } from "./answer-text.tsx";
import * as styles from "./job.css.ts";

export const handle = { title: "Application", failed: applicationTexts.loadFailed };

const rules = getFieldRules(answerFields);

export async function loader(args: Route.LoaderArgs) {
  const { params, context, request } = args;
  const { id, applicationId } = params;
  const viewer = await requireViewer(args);
  await requirePoster(viewer.id, toId(id));
  const [found] = await db
    .select({
      sent: jobApplications,
      title: jobs.title,
      person: personColumns,
      isUnread: isAnswerUnread.mapWith(Boolean),
      newerId: neighbourOf("min", ">"),
      olderId: neighbourOf("max", "<"),
    })
    .from(jobApplications)
    .innerJoin(jobs, eq(jobs.id, jobApplications.jobId))
    .innerJoin(users, eq(users.id, jobApplications.userId))
    .where(
      and(eq(jobApplications.id, toId(applicationId)), eq(jobs.id, toId(id)), eq(jobs.postedBy, viewer.id)),
    );
  if (!found) throw new HttpError(404, applicationTexts.gone);
  const { sent, title, person, isUnread, newerId, olderId } = found;
  // Opening the page marks the application as read, unless the request is a prefetch or comes from another site.
  const purpose = request.headers.get("Sec-Purpose") ?? request.headers.get("Purpose") ?? "";
  const isOpened =
    request.method === "GET" &&
    !purpose.includes("prefetch") &&
    findInitiator(request, getRequestContext(context)) !== "other-site";
  if (isOpened && sent.state === "sent") {
    const read = await markApplicationRead(viewer, sent.jobId, sent.id);
    if (read.length > 0) sent.state = "read";
  }
  const application = {
    title,
    person: presentPerson(person),
    letter: sent.letter,
    file: sent.file && { url: applicationFileUrl(sent.id, sent.fileName), name: sent.fileName },
    facts: `${receivedLabels[sent.state]}, sent ${formatDateTime(sent.sentAt)}`,
    isNew: sent.state === "sent",
    isWaiting: sent.answeredAt === null,
    isHeld: sent.answeredAt !== null && sent.answeredAt > Date.now(),
    isUnread: isUnread && sent.answeredAt !== null,
    answer: sent.answer,
    newerId,
    olderId,
  };
  return { id, applicationId, rules, application };
}

/** The next application in the list of the same job, in one direction. */
const neighbourOf = (nearest: "min" | "max", direction: "<" | ">") =>
  sql<number | null>`(select ${sql.raw(nearest)}(other.id) from job_applications as other
    where other.job_id = ${jobs.id} and other.id ${sql.raw(direction)} job_applications.id)`;

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: applicationTexts.answerFailed, loggedOut: applicationTexts.loggedOut };

export const action = (args: Route.ActionArgs) => {
  const { id, applicationId } = args.params;
  return submitForm(args, { auth: "member", fields: ["state", "text"], texts }, async (form, viewer) => {
    const input = form.parse(applicationAnswerSchema);
    const answeredAt = await answerApplication(viewer, toId(id), toId(applicationId), input, true);
    const isHeld = answeredAt !== null && answeredAt > Date.now();
    const text =
      input.state === "read"
        ? "Marked as read."
        : isHeld
          ? `Answered. ${undoTexts.held}`
          : "Your answer is changed, and they are notified.";
    return redirectWithFlash(args.context, `/jobs/${id}/applications/${applicationId}`, { text });
  });
};

export const clientAction = preserveForm(texts);

/** One application, for the job's poster. */
export default function Application({ loaderData }: Route.ComponentProps) {
  const { id, applicationId, application, rules } = loaderData;
  return (
    <div className={styles.job}>
      <Title>Application</Title>
      <div>
        <div className={spread}>
          <Back to={`/jobs/${id}/applications`}>All applications</Back>
          {application && (
            <nav className={`${row[3]} ${back}`} aria-label="Other applications">
              {application.newerId && (
                <ButtonLink to={`/jobs/${id}/applications/${application.newerId}`} variant="link">
                  Previous
                </ButtonLink>
              )}
              {application.olderId && (
                <ButtonLink to={`/jobs/${id}/applications/${application.olderId}`} variant="link">
                  Next
                </ButtonLink>
              )}
            </nav>
          )}
        </div>
        <h1>Application</h1>
        {application && <p dir="auto">{application.title}</p>}
      </div>
      {application && (
        <>
          <div className={stack[2]}>
            <PersonLine person={application.person} size="md" />
            <p className={quiet}>{application.facts}</p>
          </div>
          <p className={prose} dir="auto">
            {application.letter}
          </p>
          <p>
            {application.file ? (
              <a
                href={application.file.url}
                target="_blank"
                rel="noopener"
                className={buttonClass({ variant: "outline" })}
              >
                {application.file.name}
              </a>
            ) : (
              "The PDF is deleted: the job closed 60 days ago."
            )}
          </p>
          {application.answer && (
            <p className={prose} dir="auto">
              <b>Your answer:</b> {application.answer}
            </p>
          )}
        </>
      )}
      <FormAlert />
      {application?.isHeld && (
        <Form method="post" action={`/jobs/${id}/applications`} className={row[3]} preventScrollReset>
          <input type="hidden" name="application" value={applicationId} />
          <span className={quiet}>{undoTexts.held}</span>
          <Button name="intent" value="undo" variant="outline">
            Undo
          </Button>
        </Form>
      )}
      {application?.isUnread && !application.isHeld && (
        <p className={quiet}>They have not read your answer yet, so you can change it.</p>
      )}
      {(application === null || application.isWaiting || application.isUnread) && !application?.isHeld && (
        <Form id="answer" method="post" className={stack[4]}>
          <AnswerText rules={rules} hint="They will read it with your answer and in a notice." />
          <div className={row[3]}>
            <Button name="state" value="invited">
              Invite
            </Button>
            <AskOnce
              opener="Decline…"
              question={`Decline the application of ${application?.person.name ?? "this member"}?`}
            >
              <Button name="state" value="declined" variant="danger">
                Decline
              </Button>
            </AskOnce>
            {application?.isNew && (
              <Button variant="outline" name="state" value="read">
                Mark as read
              </Button>
            )}
          </div>
        </Form>
      )}
      {application && (
        <p className={quiet}>
          {application.person.href && (
            <>
              <Link to={`/messages/${application.person.href.split("/").at(-1)}`}>Write a message</Link>
              {" · "}
            </>
          )}
          <ReportLink
            subject="application"
            id={applicationId}
            backTo={`/jobs/${id}/applications`}
            className={styles.report}
          />
        </p>
      )}
    </div>
  );
}
