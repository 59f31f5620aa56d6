import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { removeLine } from "#app/anonymous/lines.server.ts";
import { isReadableBy } from "#app/anonymous/report-readers.server.ts";
import { deleteBoard } from "#app/boards/boards.server.ts";
import { removeExperience } from "#app/companies/experiences.server.ts";
import { deleteEvent } from "#app/events/organizing.server.ts";
import { deleteJob } from "#app/jobs/jobs.server.ts";
import {
  removeAnswer,
  removeApplication,
  removeBinnedAnswer,
  removeBinnedApplication,
  showJob,
} from "#app/jobs/moderation.server.ts";
import { removeMessage } from "#app/messages/changes.server.ts";
import { removeFromBin } from "#app/moderation/bin.server.ts";
import type { Muting } from "#app/moderation/report-input.server.ts";
import { subjectName } from "#app/moderation/report-texts.ts";
import { notify } from "#app/notices/notify.server.ts";
import { publishNotices } from "#app/notices/publish.server.ts";
import type { ReportedRemoval } from "#app/notices/removal-notices.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { parseId } from "#app/platform/schemas/fields.server.ts";
import { formatDay } from "#app/platform/time/time.server.ts";
import { removeReportedPost } from "#app/questions/removal.server.ts";
import { deleteResource } from "#app/resources/resources.server.ts";
import { hideLine, hideLineOfDeleted } from "#app/thanks/hidden-line.server.ts";
import { type AuditSubject, aboutThing, insertAuditEntry } from "#db/audit.ts";
import { db, reports } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { type BinSubject, isBinSubject, type ReportSubject } from "#db/vocabulary.ts";
import { liftMute, muteAuthor } from "./mute-author.server.ts";
import type { ReportContext } from "./report-context.server.ts";

interface OpenReport {
  id: number;
  subject: ReportSubject;
  subjectId: string;
  title: string | null;
  context: ReportContext | null;
  isForModerators: boolean;
}

export interface Decision {
  intent: "dismiss" | "remove" | "mute" | "lift";
  /** Sent to the author of a removed item, or to the member who answered a mute. */
  reason?: string | null;
  /** For `mute`, or together with `remove`. */
  muting?: Muting | null;
}

/**
 * Carries out a decision and resolves all reports of the same item that the viewer may read. They are resolved last, so
 * that a failed decision can be sent again.
 */
export async function resolveReport(
  viewer: Viewer,
  report: OpenReport,
  { intent, reason, muting }: Decision,
): Promise<void> {
  if (intent === "lift") {
    if (report.subject !== "mute") throw new HttpError(422, "There is no mute here.");
    await liftMute(viewer, report.subjectId, reason ?? "");
    return;
  }
  const name = subjectName(report.subject);
  const subject = describe(report);
  const record = (action: string) => insertAuditEntry(viewer.id, action, subject);
  const mayDecide = sql`exists (select 1 from reports
    where reports.id = ${report.id} and reports.resolved_at is null and ${isReadableBy(viewer)})`;
  const isPerson = report.subject === "user" || report.subject === "alias";
  if (muting) {
    const did = isPerson ? `muted the ${name}` : `muted the author of the ${name}`;
    await muteAuthor(viewer, report, muting, { action: did, subject, mayDecide });
  }
  if (intent === "remove") {
    // Removes it from the bin first as well, so that its author cannot restore it meanwhile.
    const removal = { reason, mayDecide, about: subject };
    await removeDeleted(viewer, report, removal);
    await removeThing(viewer, report, removal);
    await removeDeleted(viewer, report, removal);
  }
  const outcome = ({ dismiss: "dismissed", remove: "removed", mute: "muted" } as const)[intent];
  const dismissed = report.subject === "mute" ? "kept the mute" : `dismissed the report of the ${name}`;
  const now = Date.now();
  const isOpen = and(
    eq(reports.subject, report.subject),
    eq(reports.subjectId, report.subjectId),
    isNull(reports.resolvedAt),
    isReadableBy(viewer),
  );
  const facts = report.subject === "mute" ? { what: "mute", reason: reason ?? "" } : {};
  const { notified, shown } = await namedBatch({
    notified: notify(
      {
        kind: "report-decided",
        userId: sql`${reports.reporterId}`,
        subject: sql`${reports.id}`,
        facts: { outcome: outcomeTexts[outcome], ...facts },
        now,
      },
      reports,
      and(isOpen, isNotNull(reports.reporterId)),
    ),
    resolved: db
      .update(reports)
      .set({ resolvedAt: now, resolvedBy: viewer.id, outcome, excerpt: storedExcerpt })
      .where(isOpen),
    recorded: intent === "dismiss" ? [record(dismissed)] : [],
    shown:
      report.subject === "job"
        ? showJob(viewer, Number(report.subjectId), { isDecided: isJobDecided(viewer, report, now), now })
        : [],
  });
  await publishNotices([...notified, ...shown]);
}

/** A hidden job stays hidden while somebody else has to decide another report that it asks for money. */
const isJobDecided = (viewer: Viewer, { id, subjectId }: OpenReport, now: number) =>
  sql`(exists (select 1 from reports as decided where decided.id = ${id}
      and decided.resolved_by = ${viewer.id} and decided.resolved_at = ${now})
    and not exists (select 1 from reports as waiting where waiting.subject = 'job'
      and waiting.subject_id = ${subjectId} and waiting.kind = 'asks-for-money' and waiting.resolved_at is null))`;

/** Excerpts of deleted members are kept only while a report of them is open. */
const storedExcerpt = sql`iif((select status from users where users.id = ${reports.authorId}) = 'deleted', null, ${reports.excerpt})`;

/** Reporters see only this outcome, and not who else reported it or who decided. */
const outcomeTexts = {
  dismissed: "we left it as it is",
  removed: "we removed it",
  muted: "the person who wrote it can't post at the moment",
};

/** Describes the item for the audit trail, which does not keep removed texts. */
function describe({ subject, subjectId, context, isForModerators }: OpenReport): AuditSubject {
  if (!context) {
    return { ...(subject === "user" ? { memberId: Number(subjectId) } : { text: "gone" }), isForModerators };
  }
  const { author, authorId, muteKey, day, href, canRemove } = context;
  if (day) return { text: `${author}, ${formatDay(day)}`, id: authorId, isForModerators };
  const owner = { id: parseId(muteKey), name: author };
  return {
    ...aboutThing(owner, href && canRemove ? (context.title ?? "") : undefined),
    id: authorId,
    isForModerators,
  };
}

/** Removes an item in the bin, whether it was deleted itself or as part of something else. */
async function removeDeleted(
  viewer: Viewer,
  { subject, subjectId }: OpenReport,
  removal: ReportedRemoval,
): Promise<void> {
  const id = Number(subjectId);
  if (isBinSubject(subject)) await removeFromBin(viewer, subject, id, removal);
  else await removalsOfDeleted[subject]?.(viewer, id, removal);
}

/** @throws HttpError 422 for a person, 429 */
async function removeThing(
  viewer: Viewer,
  { subject, subjectId }: OpenReport,
  removal: ReportedRemoval,
): Promise<void> {
  const remove = removals[subject];
  if (!remove) throw new HttpError(422, "A person can't be removed here.");
  try {
    await remove(viewer, Number(subjectId), removal);
  } catch (error) {
    // Somebody has already deleted it.
    if (!(error instanceof HttpError && error.status === 404)) throw error;
  }
}

type Removal = (viewer: Viewer, id: number, report: ReportedRemoval) => Promise<unknown>;

/** Each adds its own entry to the audit trail. */
const removals: Record<BinSubject, Removal> & Partial<Record<ReportSubject, Removal>> = {
  job: (viewer, id, report) => deleteJob(viewer, id, { report }),
  event: (viewer, id, report) => deleteEvent(viewer, id, { report }),
  resource: (viewer, id, report) => deleteResource(id, viewer, { report }),
  question: (viewer, id, report) => removeReportedPost(viewer, "question", id, report),
  answer: (viewer, id, report) => removeReportedPost(viewer, "answer", id, report),
  comment: (viewer, id, report) => removeReportedPost(viewer, "comment", id, report),
  experience: removeExperience,
  board: (viewer, id, report) => deleteBoard(viewer, id, { report }),
  application: removeApplication,
  "application-answer": removeAnswer,
  message: removeMessage,
  "room-line": removeLine,
  thanks: hideLine,
};

/** For what is deleted with something else. Each adds its own entry to the audit trail. */
const removalsOfDeleted: Partial<Record<ReportSubject, Removal>> = {
  application: removeBinnedApplication,
  "application-answer": removeBinnedAnswer,
  thanks: hideLineOfDeleted,
};
