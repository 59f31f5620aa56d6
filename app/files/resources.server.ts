import { rm } from "node:fs/promises";
import { eq, sql } from "drizzle-orm";
import { db, files, resourceCategories, resources } from "#db/index.ts";
import { deleteResource, insertResource, type NewResource } from "#db/scopes/resources.ts";
import type { Viewer } from "../auth/session.server.ts";
import { HttpError } from "../http/problem.server.ts";
import { RateLimit } from "../http/rate-limit.server.ts";
import { getFieldErrors } from "../schemas/field-errors.ts";
import { parseId } from "../schemas/fields.ts";
import {
  type FileType,
  getFileType,
  maxResourceBytes,
  resourceSchema,
  resourceTexts,
} from "../schemas/resource.ts";
import { hasFileType } from "./sniff.server.ts";
import { commitFile, deleteFile, withFileLock } from "./storage.server.ts";
import { renderPdfThumbnail, renderThumbnail } from "./thumbnails.server.ts";
import { fileError, receiveUpload, sanitizeFileName, type Upload } from "./upload.server.ts";

const memberLimit = new RateLimit(200, 24 * 60 * 60);

/**
 * Takes a resource from a multipart body, for page and API alike: title, description, categoryId, year and file.
 * @returns its id, its category's slug, and the title of an older resource with the same file
 * @throws HttpError with every field that is wrong; nothing is left behind then
 */
export async function createResource(request: Request, viewer: Viewer) {
  const wait = await memberLimit.consume(String(viewer.id));
  if (wait > 0) throw new HttpError(429, resourceTexts.tooMany, { retryAfter: wait });
  const { tooLarge, noRoom, brokeOff } = resourceTexts;
  const checkName = (name: string) => {
    if (!getFileType(sanitizeFileName(name))) throw fileError(415, resourceTexts.wrongType);
  };
  const terms = { field: "file", limit: maxResourceBytes, tooLarge, noRoom, brokeOff, checkName };
  return receiveUpload(request, terms, (upload) => saveUpload(upload, viewer));
}

async function saveUpload(upload: Upload, viewer: Viewer) {
  const { input, file, fileName, fileType } = parseUpload(upload);
  if (!(await hasFileType(file.path, fileType))) throw fileError(415, resourceTexts.notWhatItSays);
  const thumbnail = await renderThumbnail(file.path, fileType);
  const { sha256, size } = file;
  const { title, description, year } = input;
  const id = await commitWithRow(file.path, thumbnail, {
    title,
    description,
    year,
    fileName,
    fileType,
    size,
    fileSha256: sha256,
    userId: viewer.id,
    categoryId: parseId(input.categoryId) ?? 0,
    hasThumbnail: thumbnail !== null,
    createdAt: Date.now(),
  }).finally(() => thumbnail && rm(thumbnail, { force: true }));
  if (id === null) {
    const words = resourceTexts.unknownCategory;
    throw new HttpError(422, words, { errors: { categoryId: [words] } });
  }

  if (fileType === "pdf") void renderPdfThumbnail(sha256);
  const [shared] = await db
    .select({ slug: resourceCategories.slug, sameAs: olderWithSameFile })
    .from(resources)
    .innerJoin(resourceCategories, eq(resourceCategories.id, resources.categoryId))
    .where(eq(resources.id, id));
  return { id, slug: shared?.slug ?? "academics-notes", sameAs: shared?.sameAs ?? null };
}

/** @throws HttpError with every field that is missing or wrong */
function parseUpload({ fields, file }: Upload) {
  const parsed = resourceSchema.safeParse(fields);
  const errors = parsed.success ? {} : getFieldErrors(parsed.error);
  if (!file) errors.file = [resourceTexts.fill];
  else if (file.size === 0) errors.file = [resourceTexts.empty];
  const fileName = sanitizeFileName(file?.name ?? "");
  const fileType: FileType | null = getFileType(fileName);
  if (parsed.success && file && fileType && file.size > 0) {
    return { input: parsed.data, file, fileName, fileType };
  }
  throw new HttpError(422, Object.values(errors)[0]?.[0] ?? resourceTexts.fill, { errors });
}

/** Puts a file in its place together with its row. Answers null, and keeps neither, when there is no such category. */
function commitWithRow(path: string, thumbnail: string | null, values: NewResource): Promise<number | null> {
  const { fileSha256: sha256 } = values;
  return withFileLock(sha256, async () => {
    try {
      await commitFile(path, sha256);
      if (thumbnail) await commitFile(thumbnail, `${sha256}.webp`);
      const [, [row], released] = await db.batch(insertResource(db, values));
      if (released.length > 0) await deleteFile(sha256);
      return row?.id ?? null;
    } catch (error) {
      const [listed] = await db.select({ sha256: files.sha256 }).from(files).where(eq(files.sha256, sha256));
      if (!listed) await deleteFile(sha256);
      throw error;
    }
  });
}

/** The title of the oldest other resource with the same bytes, beside a resource. */
// Columns are written out: in a select's own list Drizzle leaves the table off, and the inner one would be meant.
export const olderWithSameFile = sql<string | null>`(select older.title from resources as older
  where older.file_sha256 = resources.file_sha256 and older.id < resources.id order by older.id limit 1)`;

/**
 * Deletes a resource, and its file unless another resource has the same.
 * @returns why not, or null when it is gone
 */
export async function deleteOwnResource(id: number, viewer: Viewer): Promise<"gone" | "not yours" | null> {
  const [found] = await db
    .select({ id: resources.id, sha256: resources.fileSha256, userId: resources.userId })
    .from(resources)
    .where(eq(resources.id, id));
  if (!found) return "gone";
  if (!viewer.isAdmin && found.userId !== viewer.id) return "not yours";
  return withFileLock(found.sha256, async () => {
    const [deleted, released] = await db.batch(deleteResource(db, found, viewer));
    if (released.length > 0) await deleteFile(found.sha256);
    return deleted.length > 0 ? null : "gone";
  });
}
