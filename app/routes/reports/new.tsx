import { sql } from "drizzle-orm";
import { Form, Link, redirect, useNavigation } from "react-router";
import { db } from "#db/index.ts";
import type { ReportSubject } from "#db/vocabulary.ts";
import { getDayKey, hashAuthor } from "../../anonymous-room/day-key.server.ts";
import { requireViewer } from "../../auth/guards.server.ts";
import type { Viewer } from "../../auth/sessions.server.ts";
import { redirectWithFlash } from "../../forms/flash.server.ts";
import { preserveForm } from "../../forms/preserve-form.ts";
import { hasSessionEnded, readBesideForm, submitForm } from "../../forms/submit.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { safeRedirect } from "../../http/safe-redirect.server.ts";
import { limitAction } from "../../limits/rate-limit.server.ts";
import { notifyAdmins } from "../../notices/notify.server.ts";
import { publishNotices } from "../../notices/unread.server.ts";
import { getFieldRules } from "../../schemas/field-rules.ts";
import { parseId } from "../../schemas/fields.ts";
import { reportFields, reportSchema, reportTargetSchema } from "../../schemas/report.ts";
import { reportTexts, subjectNames } from "../../schemas/report-texts.ts";
import { narrow } from "../../styles/global.css.ts";
import { row, stack } from "../../styles/layout.css.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextArea } from "../../ui/field.tsx";
import { Title } from "../../ui/page.tsx";
import { usePageForm } from "../../ui/page-form.tsx";
import type { Route } from "./+types/new.ts";
import * as styles from "./reports.css.ts";
import { insertReport, selectReportTarget } from "./target.server.ts";

export const handle = { title: "Report", failed: reportTexts.loadFailed };

/** The kind and id that an address names. @throws 404 */
function readTarget(url: URL) {
  const target = reportTargetSchema.safeParse(Object.fromEntries(url.searchParams));
  if (!target.success) throw new HttpError(404, reportTexts.nothingThere);
  const { subject, id: subjectId } = target.data;
  // One spelling of an id: a thing is reported once.
  if (subject !== "alias" && parseId(subjectId) === null) throw new HttpError(404, reportTexts.nothingThere);
  return { subject, subjectId };
}

/** The reporter of a target, known in the room by their hash of the day. */
const reportedBy = (viewer: Viewer) => ({
  reporterId: viewer.id,
  author: hashAuthor(getDayKey(), viewer.id),
});

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const page = {
    rules: getFieldRules(reportFields),
    backTo: safeRedirect(url.searchParams.get("redirectTo")),
  };
  if (context.get(hasSessionEnded)) return { ...page, target: null };
  const viewer = await requireViewer({ request, context, url });
  const target = readTarget(url);
  const found = await readBesideForm(context, async () =>
    db.batch(selectReportTarget({ ...target, ...reportedBy(viewer) })),
  );
  if (!found) return { ...page, target: null };
  const [[thing], [own]] = found;
  if (own) throw await redirectWithFlash(context, "/reports", { text: "You have reported this already." });
  if (!thing) throw new HttpError(404, reportTexts.nothingThere);
  return {
    ...page,
    target: { name: subjectNames[target.subject], title: thing.title, hint: hintFor(target.subject) },
  };
}

/** Administrators see a reported message in its conversation, and so also the two people in it. */
const hintFor = (subject: ReportSubject) =>
  subject === "message" || subject === "alias"
    ? "Only administrators read this. They see the messages around it, too."
    : subject === "application"
      ? "Only administrators read this. They see the letter and the PDF."
      : "Only administrators read this. They don't see who you are.";

export { LoadFailed as ErrorBoundary } from "../../ui/load-failed.tsx";

const texts = { failed: reportTexts.sendFailed, loggedOut: reportTexts.loggedOut };

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "member", limit: null, fields: Object.keys(reportFields), texts },
    async (form, viewer) => {
      const { reason } = form.parse(reportSchema);
      limitAction("report", viewer.id, reportTexts.tooMany);
      const { url } = args;
      const [stored, notified] = await db.batch([
        insertReport({ ...readTarget(url), ...reportedBy(viewer) }, reason),
        notifyAdmins("admin-reports", Date.now(), sql`changes() > 0`),
      ]);
      await publishNotices(notified);
      // Without a new row it is the second report of a thing, or nothing that can be reported: the page tells which.
      if (stored.length === 0) return redirect(`/reports/new${url.search}`, 303);
      const backTo = url.searchParams.get("redirectTo");
      const text = "Thank you. An administrator will look at it.";
      return redirectWithFlash(args.context, backTo ? safeRedirect(backTo) : "/reports", { text });
    },
  );

export const clientAction = preserveForm(texts);

export default function NewReport({ loaderData }: Route.ComponentProps) {
  const { target, rules, backTo } = loaderData;
  const [form, fields] = usePageForm({ id: "report", rules });
  const isSending = useNavigation().state === "submitting";
  return (
    <div className={`${narrow} ${styles.page}`}>
      <Title>Report</Title>
      <h1>{target ? `Report this ${target.name}` : "Report"}</h1>
      {target && <blockquote className={styles.quote}>{target.title}</blockquote>}
      <Form method="post" className={stack[4]} {...form.props}>
        <ErrorSummary form={{ ...form, isLoggedOut: false }}>
          {!target && <Link to={`/login?redirectTo=${encodeURIComponent(backTo)}`}>Log in</Link>}
        </ErrorSummary>
        <TextArea field={fields.reason} label="What is wrong with it?" hint={target?.hint} />
        <div className={row[3]}>
          <Button loading={isSending}>Send report</Button>
          <ButtonLink to={backTo} variant="outline">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}
