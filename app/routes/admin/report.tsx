import { and, desc, eq, isNull } from "drizzle-orm";
import { data, Form, Link, redirect, useNavigation } from "react-router";
import { db, reports } from "#db/index.ts";
import { reportTitle } from "#db/scopes/reports.ts";
import { requireAdmin } from "../../auth/session.server.ts";
import { loadOr, submitOr } from "../../client/requests.ts";
import { HttpError } from "../../http/problem.server.ts";
import { readForm } from "../../http/request.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { log } from "../../log.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { resolutionSchema } from "../../schemas/report.ts";
import { reportTexts, subjectNames } from "../../schemas/report-texts.ts";
import { Button } from "../../ui/button.tsx";
import { Alert, Checkbox } from "../../ui/field.tsx";
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
    const report = await loadReport(parseId(args.params.id) ?? 0);
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
  if (!found) return data(null, 503);
  const { report, reasons } = found;
  if (!report) throw data("This report is resolved, or it was never sent.", 404);
  return { name: subjectNames[report.subject], title: report.title, context: report.context, reasons };
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => loadOr(serverLoader, null);

export async function action(args: Route.ActionArgs) {
  const admin = await requireAdmin(args);
  const resolution = resolutionSchema.safeParse(
    Object.fromEntries(await readForm(args.request, ["intent", "mute"])),
  );
  if (!resolution.success) throw data("This page does not have that button.", 400);
  try {
    const report = await loadReport(parseId(args.params.id) ?? 0);
    if (report)
      await resolveReport(admin, report, resolution.data, report.context?.author ?? report.title ?? "gone");
  } catch (error) {
    if (error instanceof HttpError) {
      return data({ error: error.message }, { status: error.status, headers: error.headers() });
    }
    log.error({ requestId: getRequestContext(args.context).id, err: error }, "report not resolved");
    return data({ error: reportTexts.resolveFailed }, 503);
  }
  throw redirect("/admin/reports", 303);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  submitOr(serverAction, () => data({ error: reportTexts.resolveFailed }, 503));

/** A 429 has `Retry-After`. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

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
      <Alert texts={actionData ? [actionData.error] : null} />
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
