import { and, eq, type SQL, sql } from "drizzle-orm";
import { requireUnmuted, requireWriteAccess } from "#app/platform/auth/guards.server.ts";
import type { Session, Viewer } from "#app/platform/auth/sessions.server.ts";
import {
  deleteUnusedImage,
  type ImageRules,
  squareSizes,
  storeImage,
} from "#app/platform/files/images.server.ts";
import { fileError, withFileField } from "#app/platform/files/multipart.server.ts";
import { imageTexts, maxImageBytes, maxImagePixels } from "#app/platform/files/rules.ts";
import { receiveUpload } from "#app/platform/files/upload.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { insertAuditEntryUnlessOwn } from "#db/audit.ts";
import { db, jobDrafts, jobs, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { canEditJob } from "#db/scopes/jobs.ts";
import { canStillWrite } from "#db/scopes/sessions.ts";

const kind = { isPost: true };
const rules: ImageRules = {
  ...kind,
  ...squareSizes,
  maxPixels: maxImagePixels,
  tooManyPixels: imageTexts.tooManyPixels,
};

/**
 * Stores a company logo for a job, re-encoded and square. @returns false if the job does not exist or the viewer may
 * not edit it
 * @throws HttpError with the file's error under `logo`
 */
export async function storeJobLogo(request: Request, session: Session, jobId: number): Promise<boolean> {
  requireUnmuted(session.viewer);
  // Refuses before the image is uploaded and re-encoded.
  const [job] = await db.select({ id: jobs.id }).from(jobs).where(canChange(session.viewer, jobId));
  if (!job) return false;
  return receiveLogo(request, session, (name, condition) =>
    replaceLogo(session.viewer, jobId, name, condition),
  );
}

/** Stores a logo for the member's job draft. @throws HttpError with the file's error under `logo` */
export async function storeDraftLogo(request: Request, session: Session): Promise<void> {
  requireUnmuted(session.viewer);
  await receiveLogo(request, session, (name, condition) =>
    replaceDraftLogo(session.viewer.id, name, condition),
  );
}

/** @param keep writes the stored image's name to its row if the condition holds */
const receiveLogo = (
  request: Request,
  session: Session,
  keep: (name: string, condition: SQL) => Promise<boolean>,
): Promise<boolean> =>
  withFileField("logo", () =>
    receiveUpload(
      request,
      session,
      { ...kind, field: "logo", maxBytes: maxImageBytes, texts: imageTexts },
      async ({ file }) => {
        if (!file) throw fileError(422, imageTexts.missing);
        const name = await storeImage(file, session, rules);
        const condition = canStillWrite(session.tokenHash, kind);
        const isSet = await keep(name, condition);
        if (isSet) return true;
        await deleteUnusedImage(name);
        await requireWriteAccess(session, kind);
        return false;
      },
    ),
  );

export async function removeLogo(viewer: Viewer, jobId: number): Promise<boolean> {
  limitAction("jobChange", viewer.id);
  return replaceLogo(viewer, jobId, null);
}

/** Removes the draft's own logo. The job then gets the company's previous logo, if there is one. */
export async function removeDraftLogo(viewer: Viewer): Promise<void> {
  limitAction("jobChange", viewer.id);
  await replaceDraftLogo(viewer.id, null);
}

const canChange = (viewer: Viewer, jobId: number) => and(eq(jobs.id, jobId), canEditJob(viewer));

/** If the process crashes before the old image is deleted, the sweep removes it. */
async function replaceLogo(viewer: Viewer, jobId: number, companyLogo: string | null, condition?: SQL) {
  const isChanged = and(canChange(viewer, jobId), condition);
  const {
    before: [before],
    updated,
  } = await namedBatch({
    before: db.select({ file: jobs.companyLogo }).from(jobs).where(isChanged),
    recorded: insertAuditEntryUnlessOwn({
      viewer,
      verb: "changed",
      kind: "job",
      id: jobId,
      condition: isChanged,
    }),
    updated: db
      .update(jobs)
      .set({ companyLogo, editedAt: Date.now() })
      .where(isChanged)
      .returning({ id: jobs.id }),
  });
  // Another job of the company may still use it.
  if (before?.file) await deleteUnusedImage(before.file);
  return updated.length > 0;
}

async function replaceDraftLogo(userId: number, logo: string | null, condition?: SQL) {
  const fields = logo === null ? {} : { logo };
  const now = Date.now();
  const [[before], [kept]] = await db.batch([
    db.select({ file: draftLogo }).from(jobDrafts).where(eq(jobDrafts.userId, userId)),
    insertSelect(
      db,
      jobDrafts,
      { userId, fields, updatedAt: now },
      users,
      and(eq(users.id, userId), condition),
    )
      .onConflictDoUpdate({
        target: jobDrafts.userId,
        set: { fields: sql`json_patch(${jobDrafts.fields}, ${JSON.stringify({ logo })})` },
      })
      .returning({ userId: jobDrafts.userId }),
  ]);
  if (kept && before?.file) await deleteUnusedImage(before.file);
  return kept !== undefined;
}

const draftLogo = sql<string | null>`${jobDrafts.fields} ->> 'logo'`;

/** The draft's logo, if its image still exists. */
const uploadedLogo = (userId: number) =>
  sql`(select own.file from images as own join job_drafts as draft on draft.user_id = own.user_id
    where own.user_id = ${userId} and own.file = draft.fields ->> 'logo')`;

/** The logo that a draft's job will get: the draft's own, or the company's last one. */
export const nextLogo = (userId: number, companyName: string): SQL<string | null> =>
  sql<string | null>`coalesce(${uploadedLogo(userId)}, ${lastLogo(userId, companyName)})`;

export const selectNextLogo = (userId: number, companyName: string) =>
  db.select({ own: uploadedLogo(userId), file: nextLogo(userId, companyName) }).from(sql`(select 1)`);

/** The last logo that this member used for this company. New jobs reuse it. */
export const lastLogo = (posterId: number, companyName: string): SQL<string | null> =>
  sql<string | null>`(select earlier.company_logo from jobs as earlier where earlier.posted_by = ${posterId}
    and earlier.company_logo is not null and earlier.company_name = ${companyName} collate nocase
    order by earlier.id desc limit 1)`;
