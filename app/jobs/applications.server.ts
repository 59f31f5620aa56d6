import { randomUUID } from "node:crypto";
import { and, eq, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { requireUnmuted, requireWriteAccess } from "#app/platform/auth/guards.server.ts";
import type { Session, Viewer } from "#app/platform/auth/sessions.server.ts";
import { storedFiles } from "#app/platform/file-store/stored-files.server.ts";
import { fileError, type UploadOptions } from "#app/platform/files/multipart.server.ts";
import { getFileType } from "#app/platform/files/rules.ts";
import { hasFileType } from "#app/platform/files/sniff.server.ts";
import { deleteFile } from "#app/platform/files/storage.server.ts";
import { receiveUpload, sanitizeFileName, type Upload } from "#app/platform/files/upload.server.ts";
import { undoTexts } from "#app/platform/forms/undo-texts.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { batchOnce, type CallKey } from "#app/platform/limits/call-key.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { getFieldErrors } from "#app/platform/schemas/field-rules.server.ts";
import { dayMs } from "#app/platform/time/durations.ts";
import { today } from "#app/platform/time/time.server.ts";
import { isUnsettled } from "#db/failures.ts";
import { db, fanOuts, jobApplications, jobs, jobTracking, write } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { isAnswerHeld, isBlockedBetween, isUnansweredApplication } from "#db/scopes/applications.ts";
import { isOpenJob, isVisibleJob } from "#db/scopes/jobs.ts";
import { canStillWrite } from "#db/scopes/sessions.ts";
import {
  holdNotices,
  isHeld,
  notify,
  notifyEach,
  undoMs,
  withdrawHeld,
  withdrawHeldOf,
} from "../notices/notify.server.ts";
import { publishNotices } from "../notices/publish.server.ts";
import { type ApplicationAnswer, applicationSchema } from "./application-input.server.ts";
import { applicationTexts, maxPdfBytes } from "./application-texts.ts";

const maxPerDay = 20;

const uploadOptions: UploadOptions = {
  isPost: true,
  field: "file",
  maxBytes: maxPdfBytes,
  texts: applicationTexts,
  checkName: (name) =>
    getFileType(sanitizeFileName(name)) === "pdf" ? null : fileError(415, applicationTexts.wrongType),
};

const isPosterActive = sql`exists (select 1 from users as poster
  where poster.id = ${jobs.postedBy} and poster.status = 'active')`;
const isBlockedFrom = (userId: number) => isBlockedBetween(userId, sql`${jobs.postedBy}`);
const sentToday = (userId: number, now: number) =>
  sql`(select count(*) from job_applications as own where own.user_id = ${userId}
    and own.sent_at > ${now - dayMs})`;

/** Whether a member may apply to a job. The insert and the page share this condition. */
const canApply = (userId: number, now: number) =>
  and(
    eq(jobs.applicationMethod, "here"),
    isVisibleJob(userId),
    isOpenJob(today(now)),
    isPosterActive,
    ne(jobs.postedBy, userId),
    sql`not ${isBlockedFrom(userId)}`,
    sql`${sentToday(userId, now)} < ${maxPerDay}`,
  );

/**
 * Sends a letter and a PDF to the job's poster. @returns the application's id
 * @throws HttpError with the error of every invalid field, 403 for the member's own job and if either blocks the other,
 * 404, 409 for a second application or a closed job, 413, 415, 429 after 20 in a day
 */
export async function sendApplication(
  request: Request,
  session: Session,
  jobId: number,
  callKey?: CallKey,
): Promise<number> {
  requireUnmuted(session.viewer);
  // Refuses before the file is uploaded.
  await requireOpen(session.viewer.id, jobId);
  return receiveUpload(request, session, uploadOptions, (upload) =>
    saveApplication(upload, session, jobId, callKey),
  );
}

/** @throws HttpError with the reason why the member may not apply */
export async function requireOpen(userId: number, jobId: number, now = Date.now()): Promise<void> {
  const [job] = await db
    .select({
      posterId: jobs.postedBy,
      method: jobs.applicationMethod,
      isOpen: sql`(${isOpenJob(today(now))} and ${isPosterActive})`.mapWith(Boolean),
      isBlocked: isBlockedFrom(userId).mapWith(Boolean),
      hasApplied: sql`exists (select 1 from job_applications as own
        where own.job_id = jobs.id and own.user_id = ${userId})`.mapWith(Boolean),
      sentToday: sql`${sentToday(userId, now)}`.mapWith(Number),
    })
    .from(jobs)
    .where(and(eq(jobs.id, jobId), isVisibleJob(userId)));
  if (!job) throw new HttpError(404, "This job is no longer available.");
  if (job.posterId === userId) throw refuse(403, applicationTexts.ownJob);
  if (job.hasApplied) throw refuse(409, applicationTexts.sentAlready);
  if (job.method !== "here") throw refuse(409, applicationTexts.elsewhere);
  if (!job.isOpen) throw refuse(409, applicationTexts.closed);
  if (job.isBlocked) throw refuse(403, applicationTexts.blocked);
  if (job.sentToday >= maxPerDay) throw refuse(429, applicationTexts.tooManyToday, 3600);
}

const refuse = (status: number, text: string, retryAfter?: number) =>
  new HttpError(status, text, { errors: { letter: [text] }, retryAfter });

async function saveApplication(
  { fields, file }: Upload,
  session: Session,
  jobId: number,
  callKey: CallKey | undefined,
): Promise<number> {
  const parsed = applicationSchema.safeParse(fields);
  const errors = parsed.success ? {} : getFieldErrors(parsed.error);
  if (!file) errors.file = [applicationTexts.pdfMissing];
  else if (file.size === 0) errors.file = [applicationTexts.empty];
  if (!parsed.success || !file || file.size === 0) throw HttpError.forFields(errors);
  if (!(await hasFileType(file.path, "pdf"))) throw fileError(415, applicationTexts.wrongContent);
  const name = randomUUID();
  const now = Date.now();
  const userId = session.viewer.id;
  const isSent = sql`sent.job_id = ${jobId} and sent.user_id = ${userId} and sent.file = ${name}`;
  await storedFiles.put(name, file.path);
  try {
    const {
      sent: [application],
      notified,
    } = await batchOnce(
      callKey,
      {
        sent: insertSelect(
          db,
          jobApplications,
          {
            jobId: jobs.id,
            userId,
            letter: parsed.data.letter,
            file: name,
            fileName: sanitizeFileName(file.name),
            fileSize: file.size,
            sentAt: now,
            state: "sent",
          },
          jobs,
          and(eq(jobs.id, jobId), canApply(userId, now), canStillWrite(session.tokenHash, uploadOptions)),
        )
          .onConflictDoNothing()
          .returning({ id: jobApplications.id }),
        tracked: insertSelect(
          db,
          jobTracking,
          {
            userId,
            jobId: sql`sent.job_id`,
            openedAt: now,
            state: "applied",
            appliedAt: now,
            changedAt: now,
          },
          sql`job_applications as sent`,
          isSent,
        ).onConflictDoUpdate({
          target: [jobTracking.userId, jobTracking.jobId],
          set: {
            openedAt: sql`coalesce(${jobTracking.openedAt}, ${now})`,
            state: sql`coalesce(${jobTracking.state}, 'applied')`,
            appliedAt: sql`coalesce(${jobTracking.appliedAt}, ${now})`,
            changedAt: now,
          },
        }),
        notified: notify(
          {
            kind: "application-received",
            userId: sql`job.posted_by`,
            subject: sql`job.id`,
            actorId: userId,
            facts: sql`json_object('title', job.title)`,
            now,
          },
          sql`job_applications as sent join jobs as job on job.id = sent.job_id`,
          isSent,
        ),
      },
      "sent",
    );
    if (application) {
      await publishNotices(notified);
      return application.id;
    }
  } catch (error) {
    // The write may still be committed. If it is not, the sweep deletes the file.
    if (!isUnsettled(error)) await deleteFile(name);
    throw error;
  }
  await deleteFile(name);
  await requireWriteAccess(session, uploadOptions);
  await requireOpen(userId, jobId);
  throw new HttpError(409, applicationTexts.closed);
}

/**
 * Answers an application, or changes an answer that the applicant has not read. @returns when the applicant is notified
 * @param canUndo if true, the applicant is notified after a minute, and `undoAnswers` works until then
 * @throws HttpError 404, 403 for everybody but the poster, 409 if the applicant has read the answer, 429
 */
export async function answerApplication(
  viewer: Viewer,
  jobId: number,
  applicationId: number,
  input: ApplicationAnswer,
  canUndo = false,
): Promise<number | null> {
  const isIt = eq(jobApplications.id, applicationId);
  const canAnswer = and(isIt, or(isUnansweredApplication, isAnswerHeld(Date.now()), isAnswerUnread)) ?? isIt;
  const [answered] = await answer(viewer, jobId, canAnswer, input, canUndo);
  if (answered) return answered.answeredAt;
  const [found] = await db
    .select({
      state: jobApplications.state,
      answeredAt: jobApplications.answeredAt,
      isBlocked: isBlockedBetween(viewer.id, sql`${jobApplications.userId}`).mapWith(Boolean),
    })
    .from(jobApplications)
    .innerJoin(jobs, eq(jobs.id, jobApplications.jobId))
    .where(and(isIt, eq(jobs.id, jobId), eq(jobs.postedBy, viewer.id)));
  if (!found) throw await explainNotPoster(viewer.id, jobId);
  // Repeating the same answer changes nothing.
  if (found.state === input.state) return found.answeredAt;
  throw found.isBlocked
    ? new HttpError(403, applicationTexts.blockedAnswer)
    : new HttpError(409, applicationTexts.answered);
}

/**
 * Gives every waiting applicant the same answer, up to the newest application that the poster has seen.
 * @returns the number answered @throws HttpError 403, 404, 429
 */
export async function answerAllWaiting(
  viewer: Viewer,
  jobId: number,
  upTo: number,
  input: ApplicationAnswer,
): Promise<number> {
  const areSeen = and(lte(jobApplications.id, upTo), isUnansweredApplication) ?? isUnansweredApplication;
  const answered = await answer(viewer, jobId, areSeen, input, true);
  if (answered.length === 0) await requirePoster(viewer.id, jobId);
  return answered.length;
}

/**
 * Withdraws answers whose applicants have not been notified yet. @returns the number withdrawn
 * @param which one application, or all that were answered together, identified by their `answeredAt`
 * @throws HttpError 403, 404, 409 after a minute, 429
 */
export async function undoAnswers(
  viewer: Viewer,
  jobId: number,
  which: { applicationId: number } | { answeredAt: number },
): Promise<number> {
  limitAction("applicationAnswer", viewer.id);
  const now = Date.now();
  const isMeant =
    "answeredAt" in which
      ? eq(jobApplications.answeredAt, which.answeredAt)
      : eq(jobApplications.id, which.applicationId);
  const isUndoable = and(isMeant, eq(jobApplications.jobId, jobId), isAnswerHeld(now), isPostedBy(viewer.id));
  const isHeldNotice = isHeld(["application-answered"], viewer.id, { subject: jobId }, now);
  const withdrawn =
    "answeredAt" in which
      ? [withdrawHeld(and(isHeldNotice, eq(fanOuts.at, which.answeredAt)))]
      : withdrawHeldOf(applicantOf(which.applicationId, jobId), isHeldNotice);
  const { undone } = await namedBatch({
    undone: db
      .update(jobApplications)
      .set({
        state: sql`${jobApplications.unansweredState}`,
        unansweredState: null,
        answer: null,
        answeredAt: null,
      })
      .where(isUndoable)
      .returning({ id: jobApplications.id }),
    withdrawn,
  });
  if (undone.length === 0) {
    await requirePoster(viewer.id, jobId);
    throw HttpError.withCode("changed-meanwhile", undoTexts.late);
  }
  return undone.length;
}

const applicantOf = (applicationId: number, jobId: number) =>
  sql`(select sent.user_id from job_applications as sent where sent.id = ${applicationId} and sent.job_id = ${jobId})`;

/** Reading an answer also marks its notice as read. */
export const isAnswerUnread = sql`exists (select 1 from notices as told where told.user_id = ${jobApplications.userId}
  and told.kind = 'application-answered' and told.subject = cast(${jobApplications.jobId} as text)
  and told.read_at is null)`;

const isPostedBy = (userId: number) =>
  sql`exists (select 1 from jobs as own where own.id = ${jobApplications.jobId} and own.posted_by = ${userId})`;

/** @throws HttpError 404, 403 */
export async function requirePoster(userId: number, jobId: number): Promise<void> {
  const [job] = await db.select({ posterId: jobs.postedBy }).from(jobs).where(eq(jobs.id, jobId));
  if (job?.posterId !== userId) throw await explainNotPoster(userId, jobId);
}

async function explainNotPoster(userId: number, jobId: number): Promise<HttpError> {
  const [job] = await db
    .select({ posterId: jobs.postedBy })
    .from(jobs)
    .where(and(eq(jobs.id, jobId), isVisibleJob(userId)));
  if (!job) return new HttpError(404, "This job is no longer available.");
  return job.posterId === userId
    ? new HttpError(404, applicationTexts.gone)
    : HttpError.withCode("not-yours", applicationTexts.notPoster);
}

/** Notifies the applicants. A notice that is still held is replaced. */
async function answer(
  viewer: Viewer,
  jobId: number,
  which: SQL,
  { state, text = null }: ApplicationAnswer,
  canUndo: boolean,
): Promise<{ id: number; answeredAt: number | null }[]> {
  requireUnmuted(viewer);
  limitAction("applicationAnswer", viewer.id);
  const now = Date.now();
  const later = now + undoMs;
  const isRead = state === "read";
  const isUnsaid = or(isUnansweredApplication, isAnswerHeld(now));
  const isOther = sql`(${jobApplications.state}, ${jobApplications.answer}) is not (${state}, ${text})`;
  const canAnswer = and(
    which,
    eq(jobApplications.jobId, jobId),
    isRead ? eq(jobApplications.state, "sent") : isOther,
    isPostedBy(viewer.id),
    isRead ? undefined : sql`not ${isBlockedBetween(viewer.id, sql`${jobApplications.userId}`)}`,
  );
  const isHeldNotice = isHeld(["application-answered"], viewer.id, { subject: jobId }, now);
  const noticeAt = (moment: number) =>
    [
      {
        kind: "application-answered",
        userId: sql`job_applications.user_id`,
        subject: sql`job.id`,
        actorId: viewer.id,
        facts: sql`json_object('title', job.title, 'state', job_applications.state, 'words', coalesce(job_applications.answer, ''))`,
        now,
      },
      sql`job_applications join jobs as job on job.id = job_applications.job_id`,
      sql`job.id = ${jobId} and job.posted_by = ${viewer.id} and job_applications.answered_at = ${moment}`,
    ] as const;
  const { answered, notified } = await namedBatch({
    withdrawn: withdrawHeldOf(
      sql`(select ${jobApplications.userId} from ${jobApplications}
        where ${and(canAnswer, isAnswerHeld(now))} and ${jobApplications.userId} = cast(receiver.value ->> 'to' as integer))`,
      isHeldNotice,
    ),
    answered: db
      .update(jobApplications)
      .set(
        isRead
          ? { state }
          : {
              state,
              answer: text,
              answeredAt: sql`iif(${canUndo ? isUnsaid : sql`false`}, cast(${later} as integer), cast(${now} as integer))`,
              unansweredState: sql`iif(${isUnansweredApplication}, ${jobApplications.state}, ${jobApplications.unansweredState})`,
            },
      )
      .where(canAnswer)
      .returning({ id: jobApplications.id, answeredAt: jobApplications.answeredAt }),
    notified: notifyEach(...noticeAt(now)),
    held: holdNotices(...noticeAt(later)),
  });
  await publishNotices(notified);
  return answered;
}

/** Marks an application as read by the job's poster. Does nothing if it is already read or answered. */
export const markApplicationRead = (viewer: Viewer, jobId: number, applicationId: number) =>
  write(() =>
    db
      .update(jobApplications)
      .set({ state: "read" })
      .where(
        and(
          eq(jobApplications.id, applicationId),
          eq(jobApplications.jobId, jobId),
          eq(jobApplications.state, "sent"),
          sql`exists (select 1 from jobs as own where own.id = ${jobApplications.jobId}
            and own.posted_by = ${viewer.id})`,
        ),
      )
      .returning({ id: jobApplications.id }),
  );

/** The PDF, for the applicant and the job's poster. */
export const selectApplicationFile = (userId: number, applicationId: number) =>
  db
    .select({
      file: jobApplications.file,
      name: jobApplications.fileName,
      size: jobApplications.fileSize,
    })
    .from(jobApplications)
    .innerJoin(jobs, eq(jobs.id, jobApplications.jobId))
    .where(
      and(
        eq(jobApplications.id, applicationId),
        sql`(${jobApplications.userId} = ${userId} or ${jobs.postedBy} = ${userId})`,
      ),
    );
