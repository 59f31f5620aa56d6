import { and, desc, eq, isNull } from "drizzle-orm";
import { data, Form, Link, redirect, useNavigation } from "react-router";
import { db, reports } from "#db/index.ts";
import { reportTitle } from "#db/scopes/reports.ts";
import { requireAdmin } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { toId } from "../../schemas/fields.ts";
import { resolutionSchema } from "../../schemas/report.ts";
import { reportTexts, subjectNames } from "../../schemas/report-texts.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/report.ts";
import * as styles from "./admin.css.ts";
import { loadReportContext } from "./report-context.server.ts";
import { ReportedThing } from "./reported-thing.tsx";
import { resolveReport } from "./resolve-report.server.ts";

/** The most reasons that are shown of one thing. */
const maxReasons = 20;

/** Loads an open report with its thing. Returns undefined when it is resolved or was never sent. */
async function loadReport(id: number) {
  const [report] = await db
    .select({ id: reports.id, subject: reports.subject, subjectId: reports.subjectId, title: reportTitle })
    .from(reports)
    .where(and(eq(reports.id, id), isNull(reports.resolvedAt)));
  return report && { ...report, context: await loadReportContext(report.subject, report.subjectId) };
}

export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  const found = await queryOrNull(args.context, async () => {
    const report = await loadReport(toId(args.params.id));
    const isSameThing =
      report &&
      and(
        eq(reports.subject, report.subject),
        eq(reports.subjectId, report.subjectId),
        isNull(reports.resolvedAt),
      );
    const reasons = db.select({ id: reports.id, text: reports.reason }).from(reports).where(isSameThing);
    return { report, reasons: report ? await reasons.orderBy(desc(reports.id)).limit(maxReasons) : [] };
  });
  if (!found) return null;
  const { report, reasons } = found;
  if (!report) throw data("This report is resolved, or it was never sent.", 404);
  return { name: subjectNames[report.subject], title: report.title, context: report.context, reasons };
}

export const clientLoader = withFallback(() => null);

const texts = { failed: reportTexts.resolveFailed };

export async function action(args: Route.ActionArgs) {
  const admin = await requireAdmin(args);
  return submitForm(args, { fields: ["intent", "mute"], texts }, async (form) => {
    const resolution = resolutionSchema.safeParse(Object.fromEntries(form.data));
    if (!resolution.success) throw data("This page does not have that button.", 400);
    const report = await loadReport(toId(args.params.id));
    if (report)
      await resolveReport(admin, report, resolution.data, report.context?.author ?? report.title ?? "gone");
    return redirect("/admin/reports", 303);
  });
}

export const clientAction = keepForm(texts);

export default function AdminReport({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === "submitting";
  if (!loaderData) {
    return (
      <>
        <Title>Report</Title>
        <h1>Report</h1>
        <LoadFailure text={reportTexts.loadFailed} />
      </>
    );
  }
  const { name, title, context, reasons } = loaderData;
  return (
    <>
      <Title>Report</Title>
      <div>
        <Link to="/admin/reports" className={styles.back}>
          All reports
        </Link>
        <h1>{`A reported ${name}`}</h1>
      </div>
      <section className={styles.part}>
        <h2 className={styles.itemTitle}>{reasons.length === 1 ? "Reason" : "Reasons"}</h2>
        <ul className={styles.reasons}>
          {reasons.map(({ id, text }) => (
            <li key={id} className={styles.text}>
              {text}
            </li>
          ))}
        </ul>
      </section>
      <ReportedThing title={title} context={context} />
      <FormAlert failure={actionData?.failure} />
      <Form method="post" className={styles.verdict}>
        <Button variant="outline" name="intent" value="dismiss" loading={isBusy}>
          Dismiss
        </Button>
        {context?.canMute && !context.isMuted && (
          <Button variant="outline" name="intent" value="mute" loading={isBusy}>
            Mute the author
          </Button>
        )}
        {context?.canRemove && (
          <Button variant="danger" name="intent" value="remove" loading={isBusy}>
            Remove it
          </Button>
        )}
        {context?.canRemove && context.canMute && !context.isMuted && (
          <Checkbox name="mute" label="Also mute the author when removing it" />
        )}
      </Form>
    </>
  );
}
