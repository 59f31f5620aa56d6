import { and, eq, isNull, sql } from "drizzle-orm";
import type { ActionFunctionArgs } from "react-router";
import { isReadableBy } from "#app/anonymous/report-readers.server.ts";
import { muteSchema, removalSchema, roomMuteSchema } from "#app/moderation/report-input.server.ts";
import { reportTexts, subjectName } from "#app/moderation/report-texts.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash, undoDeletion } from "#app/platform/forms/flash.server.ts";
import { type PostedForm, submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import type { Flash } from "#app/ui/flash.tsx";
import { db, reports } from "#db/index.ts";
import { isForModerators, reportTitle } from "#db/scopes/reports.ts";
import { isBinSubject, type ReportSubject } from "#db/vocabulary.ts";
import { mayMute } from "./mute-author.server.ts";
import { loadReportContext, type ReportContext } from "./report-context.server.ts";
import { type Decision, resolveReport } from "./resolve-report.server.ts";

/** Whether a report is about a job that is hidden until somebody decides. */
export const isHiddenJob = sql`(${reports.subject} = 'job' and exists (select 1 from jobs as about
  where about.id = cast(${reports.subjectId} as integer) and about.hidden_at is not null))`.mapWith(Boolean);

/** Loads an open report and what it is about. Returns undefined if it is resolved or does not exist. */
async function loadReport(viewer: Viewer, id: number) {
  const [report] = await db
    .select({
      id: reports.id,
      subject: reports.subject,
      subjectId: reports.subjectId,
      title: reportTitle,
      excerpt: reports.excerpt,
      file: reports.file,
      fileName: reports.fileName,
      isReadable: isReadableBy(viewer).mapWith(Boolean),
      isForModerators: isForModerators(today()).mapWith(Boolean),
      isHiddenJob,
    })
    .from(reports)
    .where(and(eq(reports.id, id), isNull(reports.resolvedAt)));
  if (!report) return undefined;
  const { excerpt, file, fileName, ...rest } = report;
  const context = report.isReadable ? await loadReportContext(report.subject, report.subjectId) : null;
  const canMute = context?.canMute && (await mayMute(viewer, context.muteKey));
  return {
    ...rest,
    fileName: file && fileName,
    context: context && { ...asReported(context, excerpt), canMute: canMute ?? false },
  };
}

/** Shows a message or line as it was when reported, because its author may have changed or deleted it since. */
function asReported(context: ReportContext, excerpt: string | null): ReportContext {
  const isChanged = ({ id, text }: ReportContext["lines"][number]) =>
    excerpt !== null && id === context.reportedId && !text.startsWith(excerpt);
  const lines = context.lines.map((line) => (isChanged(line) ? { ...line, text: excerpt ?? "" } : line));
  return { ...context, lines };
}

export type OpenReport = NonNullable<Awaited<ReturnType<typeof loadReport>>>;

/** @throws HttpError 404, also for a report that is for administrators only */
export async function requireReport(viewer: Viewer, id: number): Promise<OpenReport> {
  const report = await loadReport(viewer, id);
  if (!report?.isReadable) throw notThere();
  return report;
}

const notThere = () => new HttpError(404, "This report has been resolved, or it was never sent.");

const options = {
  auth: "moderator",
  fields: ["mute", "reason", "length"],
  texts: { failed: reportTexts.resolveFailed },
} as const;

/** Runs a decision, posted to the report or to its confirmation page. */
export function submitDecision(
  args: Pick<ActionFunctionArgs, "request" | "context" | "url"> & { params: { id: string } },
) {
  const decide = (intent: Decision["intent"]) => async (form: PostedForm, viewer: Viewer) => {
    const report = await loadReport(viewer, toId(args.params.id));
    if (report && !report.isReadable) throw notThere();
    const decision = { intent, ...readDecision(intent, form, report?.subject) };
    if (report) await resolveReport(viewer, report, decision);
    const flash = report ? describe(report, decision) : { text: "Somebody has already decided this report." };
    return redirectWithFlash(args.context, "/admin/reports", flash);
  };
  return submitForm(args, options, {
    dismiss: decide("dismiss"),
    remove: decide("remove"),
    mute: decide("mute"),
    lift: decide("lift"),
  });
}

/** A removal and the mute sent with it share one reason. */
function readDecision(
  intent: Decision["intent"],
  form: PostedForm,
  subject: ReportSubject | undefined,
): Omit<Decision, "intent"> {
  const isMuting = intent === "mute" || (intent === "remove" && form.text("mute") === "on");
  const reason = intent === "mute" ? null : form.parse(removalSchema).reason;
  if (!isMuting) return { reason };
  const muting =
    subject === "room-line"
      ? { ...form.parse(roomMuteSchema), length: "day" as const }
      : form.parse(muteSchema);
  return { reason, muting };
}

function describe({ subject, subjectId, context }: OpenReport, { intent, muting }: Decision): Flash {
  const name = subjectName(subject);
  const author = context?.author === "Anonymous" ? "The anonymous member" : context?.author;
  const muted = `${author} is muted${subject === "room-line" ? " until midnight" : ""}.`;
  if (intent === "lift") return { text: `${author} can post again.` };
  if (intent === "dismiss" && subject === "mute")
    return { text: "The mute stays, and they have been notified." };
  if (intent === "dismiss") return { text: `The report is dismissed. The ${name} stays as it is.` };
  if (intent === "remove") {
    const text = `The ${name} is removed.${muting && context ? ` ${muted}` : ""}`;
    return { text, ...(isBinSubject(subject) && { undo: undoDeletion(subject, subjectId) }) };
  }
  if (!context) return { text: `The ${name} is gone: nobody is muted.` };
  return { text: muted, undo: { action: "/admin/mutes", fields: { who: context.muteKey } } };
}
