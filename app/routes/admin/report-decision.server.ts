import { and, eq, isNull } from "drizzle-orm";
import type { ActionFunctionArgs } from "react-router";
import { db, reports } from "#db/index.ts";
import { reportTitle } from "#db/scopes/reports.ts";
import { type BinSubject, binSubjects, type ReportSubject } from "#db/vocabulary.ts";
import type { Viewer } from "../../auth/sessions.server.ts";
import { redirectWithFlash, undoDeletion } from "../../forms/flash.server.ts";
import { type PostedForm, submitForm } from "../../forms/submit.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { toId } from "../../schemas/fields.ts";
import { type Resolution, resolutionSchema } from "../../schemas/report.ts";
import { reportTexts, subjectNames } from "../../schemas/report-texts.ts";
import type { Flash } from "../../ui/flash.tsx";
import { loadReportContext } from "./report-context.server.ts";
import { resolveReport } from "./resolve-report.server.ts";

/** Loads an open report with its thing. Returns undefined when it is resolved or was never sent. */
async function loadReport(id: number) {
  const [report] = await db
    .select({ id: reports.id, subject: reports.subject, subjectId: reports.subjectId, title: reportTitle })
    .from(reports)
    .where(and(eq(reports.id, id), isNull(reports.resolvedAt)));
  return report && { ...report, context: await loadReportContext(report.subject, report.subjectId) };
}

export type OpenReport = NonNullable<Awaited<ReturnType<typeof loadReport>>>;

/** @throws HttpError 404 */
export async function requireReport(id: number): Promise<OpenReport> {
  const report = await loadReport(id);
  if (!report) throw new HttpError(404, "This report is resolved, or it was never sent.");
  return report;
}

const { intent: _, ...fields } = resolutionSchema.shape;
const options = {
  auth: "admin",
  limit: null,
  fields: Object.keys(fields),
  texts: { failed: reportTexts.resolveFailed },
} as const;

/** Runs the form of a decision, posted to the report or to the page that asks. */
export function submitDecision(
  args: Pick<ActionFunctionArgs, "request" | "context" | "url"> & { params: { id: string } },
) {
  const decide = async (form: PostedForm, admin: Viewer) => {
    const resolution = form.parse(resolutionSchema);
    const report = await loadReport(toId(args.params.id));
    if (report) await resolveReport(admin, report, resolution);
    const flash = report
      ? describe(report, resolution)
      : { text: "Somebody has decided this report already." };
    return redirectWithFlash(args.context, "/admin/reports", flash);
  };
  return submitForm(args, options, { dismiss: decide, remove: decide, mute: decide });
}

const isBinSubject = (subject: ReportSubject): subject is BinSubject =>
  binSubjects.some((each) => each === subject);

function describe({ subject, subjectId, context }: OpenReport, { intent, mute }: Resolution): Flash {
  const name = subjectNames[subject];
  const author = context?.author === "Anonymous" ? "The anonymous member" : context?.author;
  const muted = `${author} is muted${subject === "room-line" ? " until midnight" : ""}.`;
  if (intent === "dismiss") return { text: `The report is dismissed. The ${name} stays as it is.` };
  if (intent === "remove") {
    const text = `The ${name} is removed.${mute && context ? ` ${muted}` : ""}`;
    return { text, ...(isBinSubject(subject) && { undo: undoDeletion(subject, subjectId) }) };
  }
  if (!context) return { text: `The ${name} is gone: nobody is muted.` };
  return { text: muted, undo: { action: "/admin/mutes", fields: { who: context.muteKey } } };
}
