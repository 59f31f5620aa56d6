import { and, eq, type SQL, sql } from "drizzle-orm";
import { insertAuditEntryUnlessOwn } from "#db/audit.ts";
import { db, images, jobs, write } from "#db/index.ts";
import { canEditJob } from "#db/scopes/jobs.ts";
import { canStillWrite } from "#db/scopes/sessions.ts";
import { requireUnmuted, requireWriteAccess } from "../auth/guards.server.ts";
import type { Session, Viewer } from "../auth/sessions.server.ts";
import { type ImageRules, releaseImage, storeImage } from "../files/images.server.ts";
import { fileError } from "../files/multipart.server.ts";
import { deleteFile } from "../files/storage.server.ts";
import { receiveUpload } from "../files/upload.server.ts";
import { HttpError } from "../http/problem.server.ts";
import { limitAction } from "../limits/rate-limit.server.ts";
import { imageTexts, maxImageBytes, maxImagePixels } from "../schemas/resource-rules.ts";

const kind = { isPost: true };
const rules: ImageRules = {
  ...kind,
  large: { width: 240, height: 240, fit: "cover" },
  small: { width: 112, height: 112, fit: "cover" },
  maxPixels: maxImagePixels,
  tooManyPixels: imageTexts.tooManyPixels,
};

/**
 * Gives a job's company a logo, re-encoded and square. @returns false where the job is gone or somebody else's
 * @throws HttpError with the error of the file under `logo`
 */
export async function storeLogo(request: Request, session: Session, jobId: number): Promise<boolean> {
  requireUnmuted(session.viewer);
  // Nobody draws a picture for a job that is not theirs.
  const [job] = await db.select({ id: jobs.id }).from(jobs).where(canChange(session.viewer, jobId));
  if (!job) return false;
  try {
    return await receiveUpload(
      request,
      session,
      { ...kind, field: "logo", maxBytes: maxImageBytes, texts: imageTexts },
      async ({ file }) => {
        if (!file) throw fileError(422, imageTexts.missing);
        const name = await storeImage(file, session, rules);
        const condition = canStillWrite(session.tokenHash, kind);
        const isSet = await replaceLogo(session.viewer, jobId, name, condition);
        if (isSet) return true;
        await release(name);
        await requireWriteAccess(session, kind);
        return false;
      },
    );
  } catch (error) {
    const logo = error instanceof HttpError && error.errors.file;
    if (!logo) throw error;
    const { status, message, retryAfter } = error;
    throw new HttpError(status, message, { errors: { logo }, retryAfter });
  }
}

export async function removeLogo(viewer: Viewer, jobId: number): Promise<boolean> {
  limitAction("jobChange", viewer.id);
  return replaceLogo(viewer, jobId, null);
}

const canChange = (viewer: Viewer, jobId: number) => and(eq(jobs.id, jobId), canEditJob(viewer));

/** The sweep removes what a crash leaves. */
async function replaceLogo(viewer: Viewer, jobId: number, companyLogo: string | null, condition?: SQL) {
  const isChanged = and(canChange(viewer, jobId), condition);
  const [[before], , updated] = await db.batch([
    db.select({ file: jobs.companyLogo }).from(jobs).where(isChanged),
    insertAuditEntryUnlessOwn({ viewer, verb: "changed", kind: "job", id: jobId, condition: isChanged }),
    db.update(jobs).set({ companyLogo }).where(isChanged).returning({ id: jobs.id }),
  ]);
  if (before?.file) await release(before.file);
  return updated.length > 0;
}

/** Another job of the company may still have it. */
async function release(name: string): Promise<void> {
  for (const { file } of await write(() => releaseImage(eq(images.file, name)))) await deleteFile(file);
}

/** The logo that the same member gave the same company before: its next job has it too. */
export const lastLogo = (posterId: number, companyName: string): SQL<string | null> =>
  sql<string | null>`(select earlier.company_logo from jobs as earlier where earlier.posted_by = ${posterId}
    and earlier.company_logo is not null and earlier.company_name = ${companyName} collate nocase
    order by earlier.id desc limit 1)`;
