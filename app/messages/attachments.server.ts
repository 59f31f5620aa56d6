import { randomBytes, randomUUID } from "node:crypto";
import { and, eq, inArray, isNull, not, type SQL, sql } from "drizzle-orm";
import { requireUnmuted, requireWriteAccess } from "#app/platform/auth/guards.server.ts";
import type { Session, Viewer } from "#app/platform/auth/sessions.server.ts";
import { storedFiles } from "#app/platform/file-store/stored-files.server.ts";
import { contentTypes } from "#app/platform/files/content-types.server.ts";
import {
  type RenderedSizes,
  removeSizes,
  renderSizes,
  type SizeRules,
} from "#app/platform/files/images.server.ts";
import { fileError, type ReceivedFile, type UploadOptions } from "#app/platform/files/multipart.server.ts";
import { type AttachmentType, maxImagePixels } from "#app/platform/files/rules.ts";
import { hasFileType } from "#app/platform/files/sniff.server.ts";
import { deleteFile } from "#app/platform/files/storage.server.ts";
import { deleteReleasedFiles } from "#app/platform/files/sweep.server.ts";
import { receiveUpload, receiveUploads, sanitizeFileName } from "#app/platform/files/upload.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { batchOnce, type CallKey } from "#app/platform/limits/call-key.server.ts";
import { isUnsettled } from "#db/failures.ts";
import { attachments, db, users, write } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { canOpen, isOfDeletedMessage, isReported } from "#db/scopes/attachments.ts";
import { canStillWrite } from "#db/scopes/sessions.ts";
import { thumbnailName } from "#db/storage-dir.ts";
import {
  attachmentTexts,
  getAttachmentType,
  isPicture,
  maxAttachmentBytes,
  maxAttachments,
} from "./attachment-rules.ts";
import type { Attachment } from "./input.server.ts";

const options: UploadOptions = {
  isPost: true,
  takesParts: true,
  field: "file",
  maxBytes: maxAttachmentBytes,
  texts: attachmentTexts,
  checkName: (name) =>
    getAttachmentType(sanitizeFileName(name)) ? null : fileError(415, attachmentTexts.wrongType),
};
const sizes: SizeRules = {
  large: { width: 2048, height: 2048, fit: "inside" },
  small: { width: 560, height: 560, fit: "inside" },
  maxPixels: maxImagePixels,
  tooManyPixels: attachmentTexts.tooManyPixels,
};

/** 128 random bits: an address reveals nothing about who uploaded the file, when, or with what. */
const createAddress = () => randomBytes(16).toString("base64url");

export const attachmentUrl = (address: string, name: string): string =>
  `/files/messages/${address}/${encodeURIComponent(name)}`;

/** Stores a file for a message that its sender is about to send. @throws HttpError like `receiveUpload` */
export function uploadAttachment(request: Request, session: Session, callKey?: CallKey) {
  requireUnmuted(session.viewer);
  return receiveUpload(request, session, options, ({ file }) => {
    if (!file) throw fileError(422, attachmentTexts.missing);
    return storeAttachment(file, session, callKey);
  });
}

/**
 * Reads the form of a browser without scripts: its texts, and the ids of its files. Stores all files or none.
 * @throws HttpError with the texts
 */
export async function receiveMessageForm(request: Request, session: Session) {
  let fields: Record<string, string> = {};
  const { outcomes, isCut } = await receiveUploads(
    request,
    session,
    { ...options, isPost: false, isFileOptional: true, maxFiles: maxAttachments },
    async (upload) => {
      fields = upload.fields;
      if (!upload.file) return null;
      requireUnmuted(session.viewer);
      return (await storeAttachment(upload.file, session)).id;
    },
  );
  const ids = outcomes.flatMap((outcome) => ("used" in outcome ? (outcome.used ?? []) : []));
  const refused = outcomes.find((outcome) => "error" in outcome);
  const failure = refused?.error ?? (isCut ? fileError(422, attachmentTexts.tooManyFiles) : null);
  if (failure) {
    await discardAttachments(session.viewer, ids);
    throw Object.assign(failure, { fields });
  }
  return { fields, ids };
}

/** Deletes uploads that are not going to be sent. */
export async function discardAttachments({ id }: Viewer, tokens: string[]): Promise<void> {
  if (tokens.length === 0) return;
  const isOwn = and(
    eq(attachments.userId, id),
    inArray(attachments.token, tokens),
    isNull(attachments.messageId),
  );
  const discarded = await write(() =>
    db.delete(attachments).where(isOwn).returning({ file: attachments.file }),
  );
  for (const { file } of discarded) await deleteFile(file);
}

export interface StoredAttachment {
  id: string;
  url: string;
}

/** The attachment that an upload with an `Idempotency-Key` created, even if it has been sent since. */
export async function findUpload(id: number, viewer: Viewer): Promise<StoredAttachment | undefined> {
  const [upload] = await db
    .select({ id: attachments.token, name: attachments.name })
    .from(attachments)
    .where(and(eq(attachments.id, id), eq(attachments.userId, viewer.id)));
  return upload && { id: upload.id, url: attachmentUrl(upload.id, upload.name) };
}

async function storeAttachment(
  file: ReceivedFile,
  session: Session,
  callKey?: CallKey,
): Promise<StoredAttachment> {
  const { viewer, tokenHash } = session;
  const sentName = sanitizeFileName(file.name);
  const sentType = getAttachmentType(sentName);
  if (file.size === 0) throw fileError(422, attachmentTexts.empty);
  if (!sentType) throw fileError(415, attachmentTexts.wrongType);
  const isDrawn = isPicture(sentType);
  const stored = randomUUID() + (isDrawn ? ".webp" : "");
  let parts: RenderedSizes | undefined;
  try {
    if (isDrawn) parts = await renderSizes(file, session, sizes);
    else await requireType(file, sentType);
    await storedFiles.put(stored, parts?.large ?? file.path);
    if (parts) await storedFiles.put(thumbnailName(stored), parts.small);
    const token = createAddress();
    const name = isDrawn ? sentName.replace(/\.\w+$/, ".webp") : sentName;
    const row = {
      userId: viewer.id,
      token,
      file: stored,
      name,
      fileType: isDrawn ? ("webp" as const) : sentType,
      size: parts?.picture.size ?? file.size,
      width: parts?.picture.width,
      height: parts?.picture.height,
      createdAt: Date.now(),
    };
    const canUpload = and(eq(users.id, viewer.id), canStillWrite(tokenHash, options));
    const { inserted } = await batchOnce(
      callKey,
      {
        inserted: insertSelect(db, attachments, row, users, canUpload).returning({ id: attachments.id }),
      },
      "inserted",
    );
    if (inserted.length === 0) {
      await requireWriteAccess(session, options);
      throw new HttpError(401);
    }
    return { id: token, url: attachmentUrl(token, name) };
  } catch (error) {
    // If the row may still be written, or the database is away, the sweep deletes leftover files.
    if (!isUnsettled(error)) await deleteReleasedFiles([stored]).catch(() => {});
    throw error;
  } finally {
    await removeSizes(parts);
  }
}

async function requireType({ path }: ReceivedFile, type: AttachmentType): Promise<void> {
  if (type === "webp" || !(await hasFileType(path, type))) throw fileError(415, attachmentTexts.wrongContent);
}

/**
 * An attachment that the viewer may open: their own unsent upload, a file of a message they can read, or, for
 * administrators and moderators, of a reported one.
 * @param mayReadReport a condition on `reports`, for moderators
 */
export async function findAttachment(viewer: Viewer, address: string, mayReadReport: SQL | undefined) {
  const [found] = await db
    .select()
    .from(attachments)
    .where(canOpen(viewer, address, mayReadReport));
  return found;
}

/** Deletes the attachments of a message that its sender deleted in the same batch. A report keeps its evidence. */
export const deleteAttachments = (messageId: number) =>
  db
    .delete(attachments)
    .where(and(eq(attachments.messageId, messageId), isOfDeletedMessage, not(isReported)))
    .returning({ file: attachments.file });

export type AttachmentRow = Pick<
  typeof attachments.$inferSelect,
  "file" | "name" | "fileType" | "size" | "width" | "height"
> & { address: string };

export const serializeAttachment = ({ address, fileType, ...row }: AttachmentRow): Attachment => ({
  id: address,
  url: attachmentUrl(address, row.name),
  name: row.name,
  type: contentTypes[fileType],
  size: row.size,
  width: row.width,
  height: row.height,
});

/** Statements that attach uploads to the message inserted right before, if it was inserted. */
export const claimAttachments = (senderId: number, tokens: string[], isAnonymous: boolean) =>
  tokens.map((token, position) =>
    db
      .update(attachments)
      .set({
        messageId: sql`last_insert_rowid()`,
        address: createAddress(),
        position,
        ...(isAnonymous && {
          name: sql`iif(file_type = 'webp', 'picture', 'text') || ${`-${position + 1}.`} || file_type`,
        }),
      })
      .where(
        and(
          eq(attachments.userId, senderId),
          eq(attachments.token, token),
          isNull(attachments.messageId),
          sql`changes() > 0`,
        ),
      ),
  );
