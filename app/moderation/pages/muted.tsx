import { and, desc, eq, sql } from "drizzle-orm";
import { Link } from "react-router";
import { publishNotices } from "#app/notices/publish.server.ts";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { muteTexts } from "#app/platform/auth/mute-texts.ts";
import { presentMute, selectAliasMutes } from "#app/platform/auth/mutes.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { formatDateTime } from "#app/platform/time/time.server.ts";
import { Scene } from "#app/ui/drawing.tsx";
import * as errorStyles from "#app/ui/error-page.css.ts";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { narrow, touchable } from "#app/ui/styles/global.css.ts";
import { db, reports } from "#db/index.ts";
import { appealFields, appealSchema } from "../report-input.server.ts";
import { reportTexts } from "../report-texts.ts";
import type { Route } from "./+types/muted.ts";
import { AppealForm, MuteItem } from "./mute-item.tsx";
import { listReportReaders, notifyOfReport } from "./report-notices.server.ts";
import * as styles from "./reports.css.ts";
import { insertReport } from "./target.server.ts";

export const handle = { title: "Muted", failed: muteTexts.loadFailed };

/** Maximum answers to search for the latest one to each mute. */
const maxAnswers = 50;

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const [aliasMutes, answers] = await db.batch([
    selectAliasMutes(viewer.id),
    db
      .select({
        key: reports.subjectId,
        createdAt: reports.createdAt,
        isOpen: sql`${reports.resolvedAt} is null`.mapWith(Boolean),
      })
      .from(reports)
      .where(and(eq(reports.reporterId, viewer.id), eq(reports.subject, "mute")))
      .orderBy(desc(reports.id))
      .limit(maxAnswers),
  ]);
  const lastAnswer = (key: string) => {
    const answer = answers.find((each) => each.key === key);
    return answer ? { sent: formatDateTime(answer.createdAt), isOpen: answer.isOpen } : null;
  };
  const own = viewer.mute && { key: String(viewer.id), mute: presentMute(viewer.mute) };
  const hidden = aliasMutes.map((mute) => ({ key: mute.alias, mute: presentMute(mute, "anonymous") }));
  const all = own ? [own, ...hidden] : hidden;
  const rules = getFieldRules(appealFields);
  return { rules, mutes: all.map((each) => ({ ...each, answer: lastAnswer(each.key) })) };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: muteTexts.sendFailed, loggedOut: reportTexts.loggedOut };
const maxKeyLength = 60;

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "member", fields: ["mute", "readers", ...Object.keys(appealFields)], texts },
    async (form, viewer) => {
      const { reason } = form.parse(appealSchema);
      limitAction("report", viewer.id, reportTexts.tooMany);
      const subjectId = form.text("mute").slice(0, maxKeyLength);
      const target = { subject: "mute" as const, subjectId, reporterId: viewer.id, author: Buffer.alloc(0) };
      const readers = await listReportReaders();
      const forModerators = form.text("readers") !== "";
      const [stored, notified] = await db.batch([
        insertReport(target, { reason, kind: null, forModerators }),
        notifyOfReport(readers),
      ]);
      if (stored.length === 0) throw new HttpError(409, muteTexts.nothingOpen);
      await publishNotices(notified);
      return redirectWithFlash(args.context, "/muted", {
        text: "Your answer has been sent. A moderator or administrator will read it.",
      });
    },
  );

export const clientAction = preserveForm(texts);

/** Shows what is muted, why, until when, and how to answer it. */
export default function Muted({ loaderData: { mutes, rules }, actionData }: Route.ComponentProps) {
  const failure = actionData?.failure;
  const answered = failure?.initialValue?.mute?.toString() ?? "";
  const isFree = mutes.length === 0;
  const formOf = (mute: string) => ({ mute, rules });
  const hasForm = mutes.some(({ key, answer }) => key === answered && !answer?.isOpen);
  return (
    <div className={isFree ? errorStyles.page : `${narrow} ${styles.page}`}>
      {isFree && <Scene name="lamp" />}
      <Title heading>{isFree ? "You can post" : "Muted"}</Title>
      {failure && !hasForm && <AppealForm {...formOf(answered)} />}
      {isFree && <p>You are not muted.</p>}
      {mutes.map(({ key, mute, answer }) => (
        <MuteItem key={key} mute={mute} answer={answer} form={formOf(key)} />
      ))}
      <p>
        <Link to="/reports" className={touchable}>
          Your reports and answers
        </Link>
      </p>
    </div>
  );
}
