import { rm } from "node:fs/promises";
import { and, eq, exists, inArray, not, notExists, or, type SQL, sql } from "drizzle-orm";
import { requireUnmuted, requireWriteAccess } from "#app/platform/auth/guards.server.ts";
import type { Session, Viewer } from "#app/platform/auth/sessions.server.ts";
import { storedFiles } from "#app/platform/file-store/stored-files.server.ts";
import { fileError, type UploadOptions } from "#app/platform/files/multipart.server.ts";
import { getFileType } from "#app/platform/files/rules.ts";
import { hasFileType } from "#app/platform/files/sniff.server.ts";
import { deleteFile, withStoredFileLock } from "#app/platform/files/storage.server.ts";
import {
  receiveUpload,
  receiveUploads,
  sanitizeFileName,
  type Upload,
} from "#app/platform/files/upload.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { batchOnce, type CallKey } from "#app/platform/limits/call-key.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { getFieldErrors } from "#app/platform/schemas/field-rules.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { insertAuditEntryUnlessOwn } from "#db/audit.ts";
import { moveToBin } from "#db/bin.ts";
import { isUnsettled } from "#db/failures.ts";
import { db, files, resourceCategories, resources } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { isFileInBin } from "#db/scopes/bin.ts";
import { canBeOfEvent, canEditResource, olderDuplicateTitle } from "#db/scopes/resources.ts";
import { canStillWrite } from "#db/scopes/sessions.ts";
import { thumbnailName } from "#db/storage-dir.ts";
import { withdrawNotices } from "../notices/notify.server.ts";
import { publishNotices } from "../notices/publish.server.ts";
import { notifyRemoved, type Removal } from "../notices/removal-notices.server.ts";
import { readText } from "./file-texts.server.ts";
import {
  maxResourceBytes,
  maxUploadFiles,
  offerTitle,
  type ResourceInput,
  resourceSchema,
  resourceTexts,
} from "./input.server.ts";
import { renderPdfThumbnail, renderThumbnail } from "./thumbnails.server.ts";

export const uploadOptions: UploadOptions = {
  isPost: true,
  takesParts: true,
  field: "file",
  maxBytes: maxResourceBytes,
  texts: resourceTexts,
  checkName: (name) => (getFileType(sanitizeFileName(name)) ? null : fileError(415, resourceTexts.wrongType)),
};

interface NewUpload {
  path: string;
  thumbnail: string | null;
  values: Omit<typeof resources.$inferInsert, "id" | "downloadCount" | "version">;
  callKey: CallKey | undefined;
}

/**
 * For page and API. `message` confirms the upload, and names an older resource with the same file. @throws HttpError
 * with the error of every invalid field; nothing is stored then
 */
export async function createResource(request: Request, session: Session, callKey?: CallKey) {
  requireUnmuted(session.viewer);
  return receiveUpload(request, session, uploadOptions, (upload) => saveUpload(upload, session, callKey));
}

/**
 * For the page: up to 20 files with one set of fields. The titles of several files are their names, prefixed with the
 * typed title.
 */
export async function createResources(request: Request, session: Session) {
  requireUnmuted(session.viewer);
  const options = { ...uploadOptions, maxFiles: maxUploadFiles };
  return receiveUploads(request, session, options, ({ fields, file }, count) => {
    const title = count > 1 && file ? offerTitle(sanitizeFileName(file.name), fields.title) : fields.title;
    return saveUpload({ fields: { ...fields, ...(title !== undefined && { title }) }, file }, session);
  });
}

async function saveUpload(upload: Upload, session: Session, callKey?: CallKey) {
  const userId = session.viewer.id;
  const { input, file, fileName, fileType } = parseUpload(upload);
  if (!(await hasFileType(file.path, fileType))) throw fileError(415, resourceTexts.wrongContent);
  const thumbnail = await renderThumbnail(file.path, fileType, userId);
  const { sha256, size } = file;
  const { categoryId, eventId, ...texts } = input;
  const values = {
    ...texts,
    ...(input.resourceType !== "past-paper" && { paperYear: null, exam: null }),
    fileName,
    fileType,
    size,
    fileSha256: sha256,
    userId,
    categoryId: toId(categoryId),
    eventId: eventId === null ? null : toId(eventId),
    hasThumbnail: thumbnail !== null,
    createdAt: Date.now(),
  };
  const committed = commitResource(session, { path: file.path, thumbnail, values, callKey });
  const id = await committed.finally(() => thumbnail && rm(thumbnail, { force: true }));
  if (id === null) await requireWriteAccess(session, uploadOptions);
  if (id === null) throw await explainUnknown(values);

  if (fileType === "pdf") void readText(sha256, userId).then(() => renderPdfThumbnail(sha256, userId));
  return { ...texts, categoryId, eventId, ...(await describeUpload(id)) };
}

/** The message after an upload, which names an older resource with the same file. */
export async function describeUpload(id: number) {
  const [created] = await db
    .select({ slug: resourceCategories.slug, duplicateOf: olderDuplicateTitle })
    .from(resources)
    .innerJoin(resourceCategories, eq(resourceCategories.id, resources.categoryId))
    .where(eq(resources.id, id));
  const { slug = "academics-notes", duplicateOf = null } = created ?? {};
  const message = duplicateOf
    ? `${resourceTexts.uploaded}. The same file is already here: ${duplicateOf}`
    : resourceTexts.uploaded;
  return { id, slug, message };
}

/** The error of an unknown or hidden category, or of an unknown event. @param current the resource's category */
async function explainUnknown({ categoryId }: { categoryId: number }, current = 0): Promise<HttpError> {
  const [category] = await db
    .select({ isHidden: resourceCategories.isHidden })
    .from(resourceCategories)
    .where(eq(resourceCategories.id, categoryId));
  if (!category) return HttpError.forFields({ categoryId: [resourceTexts.unknownCategory] });
  return HttpError.forFields(
    category.isHidden && categoryId !== current
      ? { categoryId: [resourceTexts.hiddenCategory] }
      : { eventId: [resourceTexts.unknownEvent] },
  );
}

function parseUpload({ fields, file }: Upload) {
  const parsed = resourceSchema.safeParse(fields);
  const errors = parsed.success ? {} : getFieldErrors(parsed.error);
  if (!file) errors.file = [resourceTexts.fill];
  else if (file.size === 0) errors.file = [resourceTexts.empty];
  if (parsed.success && parsed.data.year > settings.resourceYears)
    errors.year = [resourceTexts.wrongYear(settings.resourceYears)];
  const fileName = sanitizeFileName(file?.name ?? "");
  const fileType = getFileType(fileName);
  if (parsed.success && !errors.year && file && fileType && file.size > 0) {
    return { input: parsed.data, file, fileName, fileType };
  }
  throw HttpError.forFields(errors);
}

/** Returns null, and stores nothing, for an unknown category or event, and for a member who may no longer post. */
function commitResource(
  { tokenHash }: Session,
  { path, thumbnail, values, callKey }: NewUpload,
): Promise<number | null> {
  const { fileSha256: sha256, size, createdAt } = values;
  return withStoredFileLock(sha256, async () => {
    try {
      await storedFiles.put(sha256, path);
      if (thumbnail) await storedFiles.put(thumbnailName(sha256), thumbnail);
      const {
        made: [row],
        released,
      } = await batchOnce(
        callKey,
        {
          file: db.insert(files).values({ sha256, size, createdAt }).onConflictDoNothing(),
          made: insertSelect(
            db,
            resources,
            { ...values, downloadCount: 0, version: 1 },
            resourceCategories,
            and(
              eq(resourceCategories.id, values.categoryId),
              eq(resourceCategories.isHidden, false),
              canBeOfEvent(values.eventId ?? null, createdAt),
              canStillWrite(tokenHash, uploadOptions),
            ),
          ).returning({ id: resources.id }),
          released: deleteUnusedFileRow(sha256),
        },
        "made",
      );
      if (released.length > 0) await deleteFile(sha256);
      return row?.id ?? null;
    } catch (error) {
      // The write may still be committed. If it is not, the sweep deletes the file.
      if (isUnsettled(error)) throw error;
      const [listed] = await db.select({ sha256: files.sha256 }).from(files).where(eq(files.sha256, sha256));
      if (!listed) await deleteFile(sha256);
      throw error;
    }
  });
}

/**
 * Changes the fields of a resource that are passed.
 * @param versions the versions that may be changed; undefined for any
 * @throws HttpError 404, 403 if the viewer is muted or someone else shared it, 412, 422 for an unknown category or event,
 * 429
 */
export async function updateResource(
  id: number,
  viewer: Viewer,
  { categoryId, eventId, ...texts }: Partial<ResourceInput>,
  versions?: number[],
): Promise<void> {
  requireUnmuted(viewer);
  limitAction("resourceChange", viewer.id);
  const hasId = eq(resources.id, id);
  const isVersion = versions && inArray(resources.version, versions);
  const newCategory = categoryId === undefined ? resources.categoryId : toId(categoryId);
  const newEvent = typeof eventId === "string" ? toId(eventId) : eventId;
  const newKind = texts.resourceType === undefined ? resources.resourceType : sql`${texts.resourceType}`;
  const forPaper = (value: string | number | null | undefined, stored: SQL) =>
    sql`iif(${newKind} is 'past-paper', ${value === undefined ? stored : sql`${value}`}, null)`;
  const hasPlace = and(
    // A resource keeps a year that a shorter programme no longer has.
    sql`(${texts.year ?? 1} <= ${settings.resourceYears} or ${texts.year ?? 1} = ${resources.year})`,
    exists(
      db
        .select({ one: sql`1` })
        .from(resourceCategories)
        .where(
          and(
            eq(resourceCategories.id, newCategory),
            or(eq(resourceCategories.isHidden, false), eq(resourceCategories.id, resources.categoryId)),
          ),
        ),
    ),
    canBeOfEvent(newEvent ?? null, Date.now(), sql`${resources.eventId}`),
  );
  const [, changed] = await db.batch([
    insertAuditEntryUnlessOwn({
      viewer,
      verb: "changed",
      kind: "resource",
      id,
      condition: and(isVersion, hasPlace),
    }),
    db
      .update(resources)
      .set({
        ...texts,
        paperYear: forPaper(texts.paperYear, sql`${resources.paperYear}`),
        exam: forPaper(texts.exam, sql`${resources.exam}`),
        eventId: newEvent,
        categoryId: sql`${newCategory}`,
      })
      .where(and(hasId, canEditResource(viewer), isVersion, hasPlace))
      .returning({ id: resources.id }),
  ]);
  if (changed.length > 0) return;
  const [found] = await db
    .select({
      canEdit: canEditResource(viewer),
      version: resources.version,
      categoryId: resources.categoryId,
      year: resources.year,
    })
    .from(resources)
    .where(hasId);
  if (!found) throw new HttpError(404, resourceTexts.gone);
  if (!found.canEdit) throw HttpError.withCode("not-yours", resourceTexts.notYours);
  if (versions?.includes(found.version) === false) throw HttpError.withCode("version-mismatch");
  const { year = found.year } = texts;
  if (year > settings.resourceYears && year !== found.year)
    throw HttpError.forFields({ year: [resourceTexts.wrongYear(settings.resourceYears)] });
  throw await explainUnknown(
    { categoryId: categoryId === undefined ? found.categoryId : toId(categoryId) },
    found.categoryId,
  );
}

/**
 * Moves a resource to the bin, which keeps its file. @returns its category's slug
 * @throws HttpError 404, 403 if someone else shared it, 412, 429
 */
export async function deleteResource(
  id: number,
  viewer: Viewer,
  { versions, report, reason = report?.reason }: Removal = {},
): Promise<string> {
  limitAction("resourceChange", viewer.id);
  const [found] = await db
    .select({ canEdit: canEditResource(viewer), slug: resourceCategories.slug })
    .from(resources)
    .innerJoin(resourceCategories, eq(resourceCategories.id, resources.categoryId))
    .where(eq(resources.id, id));
  if (!found) throw new HttpError(404, resourceTexts.gone);
  if (!found.canEdit && !report) throw HttpError.withCode("not-yours", resourceTexts.notYours);
  const isEditable = and(
    eq(resources.id, id),
    report ? report.mayDecide : canEditResource(viewer),
    versions && inArray(resources.version, versions),
  );
  const { notified, withdrawn, deleted } = await namedBatch({
    notified: notifyRemoved(viewer, "resource", id, { isTaken: isEditable, reason }),
    recorded: insertAuditEntryUnlessOwn({
      viewer,
      verb: "removed",
      kind: "resource",
      id,
      condition: isEditable,
      isForModerators: report?.about.isForModerators,
    }),
    withdrawn: withdrawNotices(
      ["thanks"],
      `resource-${id}`,
      sql`exists (select 1 from ${resources} where ${isEditable})`,
    ),
    binned: moveToBin("resource", id, { deletedBy: viewer.id, condition: isEditable }),
    deleted: db.delete(resources).where(isEditable).returning({ id: resources.id }),
  });
  if (deleted.length === 0) {
    const [left] = await db.select({ id: resources.id }).from(resources).where(eq(resources.id, id));
    throw left ? HttpError.withCode("version-mismatch") : new HttpError(404, resourceTexts.gone);
  }
  await publishNotices([...notified, ...withdrawn]);
  return found.slug;
}

function deleteUnusedFileRow(sha256: string) {
  const uses = db.select({ one: sql`1` }).from(resources).where(eq(resources.fileSha256, files.sha256));
  return db
    .delete(files)
    .where(and(eq(files.sha256, sha256), notExists(uses), not(isFileInBin)))
    .returning({ sha256: files.sha256 });
}
