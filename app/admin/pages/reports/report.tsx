import { and, desc, eq, isNull } from "drizzle-orm";
import { Form, Link, useNavigation, useOutlet } from "react-router";
import { isReadableBy } from "#app/anonymous/report-readers.server.ts";
import { RemovalReason } from "#app/moderation/removal-reason.tsx";
import { jobReportLabels, reportTexts, subjectName } from "#app/moderation/report-texts.ts";
import { type PersonRow, personColumns, presentAlias, presentPerson } from "#app/people/person.server.ts";
import { requireModerator } from "#app/platform/auth/guards.server.ts";
import { parseId, toId } from "#app/platform/schemas/fields.server.ts";
import { formatDateTime, formatDay, today } from "#app/platform/time/time.server.ts";
import { Back } from "#app/ui/back.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { item } from "#app/ui/list.css.ts";
import { Title } from "#app/ui/page.tsx";
import { prose, quiet, row, size, stack } from "#app/ui/styles/layout.css.ts";
import { db, reports, users } from "#db/index.ts";
import { things } from "#db/things.ts";
import { isAnonymousKind, isBinSubject, type ReportSubject } from "#db/vocabulary.ts";
import * as styles from "../admin.css.ts";
import type { Route } from "./+types/report.ts";
import { listEarlierReports } from "./earlier-reports.server.ts";
import type { ReportContext } from "./report-context.server.ts";
import { requireReport, submitDecision } from "./report-decision.server.ts";
import { ReportedThing } from "./reported-thing.tsx";

export const handle = { title: "Report", failed: reportTexts.loadFailed };

/** Maximum reasons shown for one item. */
const maxReasons = 20;

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireModerator(args);
  const { id, subject, subjectId, title, context, fileName, isHiddenJob } = await requireReport(
    viewer,
    toId(args.params.id),
  );
  // The key of a hidden author is not a member's id.
  const [author] = await db
    .select(personColumns)
    .from(users)
    .where(eq(users.id, parseId(context?.muteKey) ?? 0));
  const reasons = await db
    .select({ id: reports.id, kind: reports.kind, text: reports.reason, createdAt: reports.createdAt })
    .from(reports)
    .where(
      and(
        eq(reports.subject, subject),
        eq(reports.subjectId, subjectId),
        isNull(reports.resolvedAt),
        isReadableBy(viewer),
      ),
    )
    .orderBy(desc(reports.id))
    .limit(maxReasons);
  return {
    id,
    isAppeal: subject === "mute",
    isHiddenJob,
    name: subjectName(subject),
    made: describeAuthor(subject),
    title,
    file: fileName && { name: fileName, url: `/files/reports/${id}/${encodeURIComponent(fileName)}` },
    context: context && show(context, author),
    reasons: reasons.map(({ createdAt, kind, ...reason }) => ({
      ...reason,
      label: kind === "asks-for-money" ? jobReportLabels[kind] : null,
      sent: formatDateTime(createdAt),
    })),
    earlier: context ? await listEarlierReports(viewer, context.muteKey, { subject, subjectId }) : null,
  };
}

/** The text before the author's name. For reported members it is empty, because they are not authors here. */
function describeAuthor(subject: ReportSubject): string {
  if (subject === "user" || subject === "alias") return "";
  if (subject === "mute") return "Muted: ";
  if (subject === "application") return "Sent by ";
  return isBinSubject(subject) && !isAnonymousKind(subject) ? `${things[subject].by} ` : "Written by ";
}

function show(
  { day, muteKey, author: name, at, lines, ...context }: ReportContext,
  member: PersonRow | undefined,
) {
  const when = day === today() ? "today" : day && formatDay(day);
  const author = member ? presentPerson(member) : presentAlias(name, muteKey.charAt(5));
  return {
    ...context,
    author,
    when,
    made: at === null ? null : formatDateTime(at),
    lines: lines.map(({ at, ...line }) => ({ ...line, sent: formatDateTime(at) })),
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export const action = (args: Route.ActionArgs) => submitDecision(args);
export const clientAction = preserveForm({ failed: reportTexts.resolveFailed });

export default function AdminReport({ loaderData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === "submitting";
  const dialog = useOutlet();
  const { id, isAppeal, isHiddenJob, name, made, title, file, context, reasons, earlier } = loaderData;
  return (
    <>
      {dialog ?? <Title>Report</Title>}
      <div>
        <Back to="/admin/reports">All reports</Back>
        <h1>{isAppeal ? "An answer to a mute" : `A reported ${name}`}</h1>
      </div>
      <section className={stack[3]}>
        <h2 className={size.large}>
          {isAppeal ? "Their answer" : reasons.length === 1 ? "Reason" : "Reasons"}
        </h2>
        <ul className={styles.reasons}>
          {reasons.map(({ id, label, text, sent }) => (
            <li key={id}>
              {label && (
                <p>
                  <b>{label}</b>
                </p>
              )}
              <p className={prose} dir="auto">
                {text}
              </p>
              <p className={quiet}>{sent}</p>
            </li>
          ))}
        </ul>
      </section>
      {isHiddenJob && (
        <p className={styles.trouble}>
          Members no longer see this job, because several of them reported that it asks for money. It is shown
          again when you dismiss the report.
        </p>
      )}
      <ReportedThing
        heading={isAppeal ? "The mute" : made ? "What was reported" : "Who was reported"}
        made={made}
        title={title}
        context={context}
      />
      {file && (
        <p>
          Its PDF: <a href={file.url}>{file.name}</a>
        </p>
      )}
      {earlier && <EarlierReports {...earlier} />}
      <FormAlert />
      <Form method="post" className={stack[4]}>
        {isAppeal && <RemovalReason label="Your words" hint="They read it." />}
        <div className={`${row[3]} ${styles.decisions}`}>
          <Button variant="outline" name="intent" value="dismiss" loading={isBusy}>
            {isAppeal ? "Keep the mute" : "Dismiss"}
          </Button>
          {isAppeal && (
            <Button name="intent" value="lift" loading={isBusy}>
              Lift the mute
            </Button>
          )}
          {context?.canMute && !context.isMuted && (
            <ButtonLink to={`/admin/reports/${id}/mute`} variant="outline" preventScrollReset>
              Mute the author…
            </ButtonLink>
          )}
          {context?.canRemove && (
            <ButtonLink to={`/admin/reports/${id}/remove`} variant="danger" preventScrollReset>
              Remove it…
            </ButtonLink>
          )}
        </div>
      </Form>
    </>
  );
}

/** Other reports about the same author. */
function EarlierReports({
  shown,
  hasMore,
}: {
  shown: { id: number; title: string; name: string; fact: string; isOpen: boolean }[];
  hasMore: boolean;
}) {
  return (
    <section className={stack[3]}>
      <h2 className={size.large}>Earlier reports about them</h2>
      {shown.length === 0 && <p className={quiet}>We know of none.</p>}
      <ul>
        {shown.map(({ id, title, name, fact, isOpen }) => (
          <li key={id} className={item}>
            <p>
              {isOpen ? (
                <Link to={`/admin/reports/${id}`} dir="auto">
                  {title}
                </Link>
              ) : (
                <bdi>{title}</bdi>
              )}{" "}
              <span className={quiet}>({name})</span>
            </p>
            <p className={quiet}>{fact}</p>
          </li>
        ))}
      </ul>
      {hasMore && <p className={quiet}>And some earlier ones.</p>}
    </section>
  );
}
