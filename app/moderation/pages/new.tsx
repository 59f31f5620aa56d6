import { redirect, useNavigation } from "react-router";
import { getDayKey, hashAuthor } from "#app/anonymous/day-key.server.ts";
import { publishNotices } from "#app/notices/publish.server.ts";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { safeRedirect } from "#app/platform/http/safe-redirect.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { parseId } from "#app/platform/schemas/fields.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Choices } from "#app/ui/forms/choices.tsx";
import { TextArea } from "#app/ui/forms/field.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { LinkedLines } from "#app/ui/linked-text.tsx";
import { Title } from "#app/ui/page.tsx";
import { narrow } from "#app/ui/styles/global.css.ts";
import { row, stack } from "#app/ui/styles/layout.css.ts";
import { db } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { jobReportKinds, type ReportSubject } from "#db/vocabulary.ts";
import {
  reportOfJobFields,
  reportOfJobSchema,
  reportSchema,
  reportTargetSchema,
} from "../report-input.server.ts";
import { jobReportLabels, reportTexts, subjectName } from "../report-texts.ts";
import type { Route } from "./+types/new.ts";
import { hideReportedJob } from "./hide-job.server.ts";
import { listReportReaders, notifyOfReport } from "./report-notices.server.ts";
import * as styles from "./reports.css.ts";
import { insertReport, selectReportTarget } from "./target.server.ts";

export const handle = { title: "Report", failed: reportTexts.loadFailed };

/** The kind and id in an address. @throws 404 */
function readTarget(url: URL) {
  const target = reportTargetSchema.safeParse(Object.fromEntries(url.searchParams));
  if (!target.success) throw new HttpError(404, reportTexts.nothingThere);
  const { subject, id: subjectId } = target.data;
  // Only one spelling of an id is accepted, so that an item can be reported only once.
  if (subject !== "alias" && parseId(subjectId) === null) throw new HttpError(404, reportTexts.nothingThere);
  return { subject, subjectId };
}

/** The reporter, identified in the room by their hash of the day. */
const reportedBy = (viewer: Viewer) => ({
  reporterId: viewer.id,
  author: hashAuthor(getDayKey(), viewer.id),
});

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer({ request, context, url });
  const target = readTarget(url);
  const [[thing], [own]] = await db.batch(selectReportTarget({ ...target, ...reportedBy(viewer) }));
  if (own) throw await redirectWithFlash(context, "/reports", { text: "You have already reported this." });
  if (!thing) throw new HttpError(404, reportTexts.nothingThere);
  return {
    rules: getFieldRules(reportOfJobFields),
    hasKinds: target.subject === "job",
    backTo: safeRedirect(url.searchParams.get("redirectTo")),
    ...(settings.contacts && { contacts: settings.contacts }),
    target: { name: subjectName(target.subject), title: thing.title, hint: hintFor(target.subject) },
    hasModerators: !isOfApplication(target.subject),
  };
}

/** Readers of a reported message see its conversation, so they also see who reported it. */
const hintFor = (subject: ReportSubject) =>
  subject === "message" || subject === "alias"
    ? `${reportTexts.readers} They see the messages around it, too.`
    : isOfApplication(subject)
      ? "Only administrators read this. They see the letter and the PDF."
      : `${reportTexts.readers} They don't see who you are.`;

const isOfApplication = (subject: ReportSubject) =>
  subject === "application" || subject === "application-answer";

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: reportTexts.sendFailed, loggedOut: reportTexts.loggedOut };

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "member", fields: ["readers", ...Object.keys(reportOfJobFields)], texts },
    async (form, viewer) => {
      const { url } = args;
      const target = readTarget(url);
      const isJob = target.subject === "job";
      const { reason, kind } = isJob
        ? form.parse(reportOfJobSchema)
        : { ...form.parse(reportSchema), kind: null };
      limitAction("report", viewer.id, reportTexts.tooMany);
      const readers = await listReportReaders();
      const report = {
        reason,
        kind: kind ?? (isJob ? ("other" as const) : null),
        forModerators: form.text("readers") !== "",
      };
      const now = Date.now();
      const { stored, notified, hidden, posterNotified, readersNotified } = await namedBatch({
        stored: insertReport({ ...target, ...reportedBy(viewer) }, report, now),
        notified: notifyOfReport(readers, now),
        ...(kind === "asks-for-money"
          ? hideReportedJob(target.subjectId, viewer.id, readers, now)
          : { hidden: [], posterNotified: [], readersNotified: [] }),
      });
      await publishNotices([...notified, ...posterNotified, ...readersNotified]);
      // No new row means a second report, or nothing that can be reported. The page shows which.
      if (stored.length === 0) return redirect(`/reports/new${url.search}`, 303);
      const backTo = url.searchParams.get("redirectTo");
      const who = report.forModerators ? "A moderator or administrator" : "An administrator";
      const text = `Thank you. ${who} will look at it.`;
      if (hidden.length > 0)
        return redirectWithFlash(args.context, "/reports", { text: `${text} The job is hidden until then.` });
      return redirectWithFlash(args.context, backTo ? safeRedirect(backTo) : "/reports", { text });
    },
  );

export const clientAction = preserveForm(texts);

export default function NewReport({ loaderData }: Route.ComponentProps) {
  const { target, hasKinds, hasModerators, rules, backTo, contacts } = loaderData;
  const [form, fields] = usePageForm({ id: "report", rules });
  const isSending = useNavigation().state === "submitting";
  return (
    <div className={`${narrow} ${styles.page}`}>
      <Title>Report</Title>
      <h1>{`Report this ${target.name}`}</h1>
      <blockquote className={styles.quote}>{target.title}</blockquote>
      <PageForm form={form} className={stack[4]}>
        {hasModerators && <input type="hidden" name="readers" value="moderators" />}
        {hasKinds && (
          <Choices
            className={styles.choices}
            field={fields.kind}
            legend="Why are you reporting it?"
            choices={jobReportKinds.map((kind) => [kind, jobReportLabels[kind]] as const)}
            preset="other"
          />
        )}
        <TextArea field={fields.reason} label="What is wrong with it?" hint={target.hint} />
        <div className={row[3]}>
          <Button loading={isSending}>Send report</Button>
          <ButtonLink to={backTo} variant="outline">
            Cancel
          </ButtonLink>
        </div>
      </PageForm>
      <LinkedLines text={contacts} />
    </div>
  );
}
