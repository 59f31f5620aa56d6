import { and, eq, isNull } from "drizzle-orm";
import { type ActionFunctionArgs, data } from "react-router";
import { db, reports } from "#db/index.ts";
import { reportTitle } from "#db/scopes/reports.ts";
import { requireAdmin } from "../../auth/session.server.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { toId } from "../../schemas/fields.ts";
import { type Resolution, resolutionSchema } from "../../schemas/report.ts";
import { reportTexts, subjectNames } from "../../schemas/report-texts.ts";
import type { Told } from "../../ui/told.tsx";
import { loadReportContext } from "./report-context.server.ts";
import { resolveReport } from "./resolve-report.server.ts";

/** Loads an open report with its thing. Returns undefined when it is resolved or was never sent. */
export async function loadReport(id: number) {
  const [report] = await db
    .select({ id: reports.id, subject: reports.subject, subjectId: reports.subjectId, title: reportTitle })
    .from(reports)
    .where(and(eq(reports.id, id), isNull(reports.resolvedAt)));
  return report && { ...report, context: await loadReportContext(report.subject, report.subjectId) };
}
export type OpenReport = NonNullable<Awaited<ReturnType<typeof loadReport>>>;

export const reportGone = () => data("This report is resolved, or it was never sent.", 404);

/** Runs the form of a decision, posted to the report or to the page that asks. */
export async function submitDecision(
  args: Pick<ActionFunctionArgs, "request" | "context" | "url"> & { params: { id: string } },
) {
  const admin = await requireAdmin(args);
  const texts = { failed: reportTexts.resolveFailed };
  return submitForm(args, { fields: Object.keys(resolutionSchema.shape), texts }, async (form) => {
    const { intent } = resolutionSchema.shape;
    if (!intent.safeParse(form.text("intent")).success)
      throw data("This page does not have that button.", 400);
    const resolution = form.parse(resolutionSchema);
    const report = await loadReport(toId(args.params.id));
    if (report) await resolveReport(admin, report, resolution);
    const told = report ? tell(report, resolution) : { text: "Somebody has decided this report already." };
    return redirectAndTell(args.context, "/admin/reports", told);
  });
}

function tell({ subject, context }: OpenReport, { intent, mute }: Resolution): Told {
  const name = subjectNames[subject];
  const author = context?.author === "Anonymous" ? "The anonymous member" : context?.author;
  const muted = `${author} is muted${subject === "room-line" ? " until midnight" : ""}.`;
  if (intent === "dismiss") return { text: `The report is dismissed. The ${name} stays as it is.` };
  if (intent === "remove") return { text: `The ${name} is removed.${mute && context ? ` ${muted}` : ""}` };
  if (!context) return { text: `The ${name} is gone: nobody is muted.` };
  return { text: muted, undo: { action: "/admin/mutes", fields: { who: context.muteKey } } };
}
