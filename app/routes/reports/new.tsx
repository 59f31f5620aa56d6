import { parse } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { createContext, data, Form, Link, redirect, useNavigation } from "react-router";
import { db } from "#db/index.ts";
import type { ReportSubject } from "#db/vocabulary.ts";
import { getViewer, requireViewer, type Viewer } from "../../auth/session.server.ts";
import { loadOr, submitOr } from "../../client/requests.ts";
import { consumeAct } from "../../http/rate-limit.server.ts";
import { readForm } from "../../http/request.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { safeRedirect } from "../../http/safe-redirect.server.ts";
import { getDayKey, hashAuthor } from "../../messaging/day-key.server.ts";
import { getFieldErrorTexts } from "../../schemas/field-errors.ts";
import { parseId } from "../../schemas/fields.ts";
import { reportFields, reportSchema, reportTargetSchema } from "../../schemas/report.ts";
import { reportTexts, subjectNames } from "../../schemas/report-texts.ts";
import { narrow } from "../../styles/global.css.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextArea } from "../../ui/field.tsx";
import { usePageForm } from "../../ui/form.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/new.ts";
import * as styles from "./reports.css.ts";
import { insertReport, selectReportTarget } from "./target.server.ts";

/** Set by the action when the session has ended, so that the response is the form with what was typed. */
const hasSessionEnded = createContext(false);

/** What an address names, if anything could be. @throws 404 */
function readTarget(url: URL) {
  const target = reportTargetSchema.safeParse(Object.fromEntries(url.searchParams));
  if (!target.success) throw data(reportTexts.nothingThere, 404);
  const { subject, id: subjectId } = target.data;
  // One spelling of an id: a thing is reported once.
  if (subject !== "alias" && parseId(subjectId) === null) throw data(reportTexts.nothingThere, 404);
  return { subject, subjectId };
}

/** The reporter of a target, known in the room by their hash of the day. */
const reportedBy = (viewer: Viewer) => ({
  reporterId: viewer.id,
  author: hashAuthor(getDayKey(), viewer.id),
});

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const page = {
    errorTexts: getFieldErrorTexts(reportFields),
    backTo: safeRedirect(url.searchParams.get("redirectTo")),
  };
  if (context.get(hasSessionEnded)) return { ...page, target: null };
  const viewer = await requireViewer({ request, context, url });
  const target = readTarget(url);
  const found = await queryOrNull(context, async () =>
    db.batch(selectReportTarget({ ...target, ...reportedBy(viewer) })),
  );
  if (!found) return data({ ...page, target: null }, 503);
  const [[thing], [own]] = found;
  if (own) throw redirect("/reports?again=1", 303);
  if (!thing) throw data(reportTexts.nothingThere, 404);
  return {
    ...page,
    target: { name: subjectNames[target.subject], title: thing.title, hint: hintFor(target.subject) },
  };
}

/** Administrators see a reported message in its conversation, and so also the two people in it. */
const hintFor = (subject: ReportSubject) =>
  subject === "message" || subject === "alias"
    ? "Only administrators read this. They see the messages around it, too."
    : "Only administrators read this. They don't see who you are.";

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => loadOr(serverLoader, null);

export async function action({ request, context, url }: Route.ActionArgs) {
  const viewer = await getViewer({ request, context });
  const submission = parseWithZod(await readForm(request, Object.keys(reportFields)), {
    schema: reportSchema,
    disableAutoCoercion: true,
  });
  const reject = (status: number, text: string, headers: HeadersInit = []) =>
    data(submission.reply({ formErrors: [text] }), { status, headers });
  if (!viewer) {
    context.set(hasSessionEnded, true);
    return reject(401, reportTexts.loggedOut);
  }
  if (submission.status !== "success") return data(submission.reply(), 422);
  const retryAfter = consumeAct("report", viewer.id);
  if (retryAfter > 0) return reject(429, reportTexts.tooMany, [["Retry-After", String(retryAfter)]]);
  const target = readTarget(url);
  const stored = await queryOrNull(context, async () =>
    insertReport({ ...target, ...reportedBy(viewer) }, submission.value.reason),
  );
  if (!stored) return reject(503, reportTexts.sendFailed);
  // Without a new row it is the second report of a thing, or nothing that can be reported: the page tells which.
  if (stored.length === 0) throw redirect(`/reports/new${url.search}`, 303);
  const backTo = safeRedirect(url.searchParams.get("redirectTo"));
  throw redirect(`/reports?sent=1&redirectTo=${encodeURIComponent(backTo)}`, 303);
}

/** Keeps what was typed when the server is out of reach. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const typed = await request.clone().formData();
  const submission = parse<unknown, string[]>(typed, { resolve: (value) => ({ value }) });
  return submitOr(serverAction, (reason) =>
    data(
      submission.reply({
        formErrors: [reason === "login" ? reportTexts.loggedOut : reportTexts.sendFailed],
      }),
      503,
    ),
  );
}

/** A 429 has `Retry-After`. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function NewReport({ loaderData, actionData }: Route.ComponentProps) {
  const { target, errorTexts, backTo } = loaderData ?? { errorTexts: { reason: {} }, backTo: "/" };
  const [form, fields, formProps] = usePageForm({ id: "report", lastResult: actionData, errorTexts });
  const isSending = useNavigation().state === "submitting";
  return (
    <div className={`${narrow} ${styles.page}`}>
      <Title>Report</Title>
      <h1>{target ? `Report this ${target.name}` : "Report"}</h1>
      {!target && !actionData && <LoadFailure text={reportTexts.loadFailed} />}
      {target && <blockquote className={styles.quote}>{target.title}</blockquote>}
      {(target || actionData) && (
        <Form method="post" className={styles.form} {...formProps}>
          <ErrorSummary form={form}>
            {!target && <Link to={`/login?redirectTo=${encodeURIComponent(backTo)}`}>Log in</Link>}
          </ErrorSummary>
          <TextArea
            field={fields.reason}
            label="What is wrong with it?"
            hint={target?.hint}
            maxLength={1_000}
            required
          />
          <div className={styles.row}>
            <Button loading={isSending}>Send report</Button>
            <ButtonLink to={backTo} variant="outline">
              Cancel
            </ButtonLink>
          </div>
        </Form>
      )}
    </div>
  );
}
