import { and, eq } from "drizzle-orm";
import { db, images, users } from "#db/index.ts";
import { canStillWrite } from "#db/scopes/sessions.ts";
import type { Session } from "../auth/session.server.ts";
import { requireWriteAccess } from "../auth/write-access.server.ts";
import { type ImageRules, releaseImage, storeImage } from "../files/images.server.ts";
import { fileError } from "../files/multipart.server.ts";
import { deleteFile } from "../files/storage.server.ts";
import { receiveUpload } from "../files/upload.server.ts";
import { HttpError } from "../http/problem.server.ts";
import { limitAct } from "../http/rate-limit.server.ts";
import { avatarTexts, maxAvatarPixels, maxImageBytes } from "../schemas/resource-rules.ts";

/** Others see it, but a muted member may change it. */
const kind = { isPost: false };
/** Squares of twice the edge at which pages show the large and the small avatars (`ui/avatar`). */
const rules: ImageRules = {
  ...kind,
  large: { width: 240, height: 240, fit: "cover" },
  small: { width: 112, height: 112, fit: "cover" },
  maxPixels: maxAvatarPixels,
  tooManyPixels: avatarTexts.tooManyPixels,
};
const uploadOptions = { ...kind, field: "avatar", maxBytes: maxImageBytes, texts: avatarTexts };

/**
 * Makes the image in the field `avatar` of a multipart body a member's avatar, in place of the one before.
 * @returns the name it is served under
 * @throws HttpError, among them 429 above the daily quota, with what is wrong with the file under `avatar`
 */
export async function storeAvatar(request: Request, session: Session): Promise<string> {
  try {
    return await receiveUpload(request, session, uploadOptions, async ({ file }) => {
      if (!file) throw fileError(422, avatarTexts.missing);
      const name = await storeImage(file, session, rules);
      await replaceAvatar(session, name);
      return name;
    });
  } catch (error) {
    if (!(error instanceof HttpError) || !error.errors.file) throw error;
    throw new HttpError(error.status, error.message, { errors: { avatar: error.errors.file } });
  }
}

/** Removes a member's avatar, if there is one. @throws HttpError 429, 401 when the session has ended */
export async function removeAvatar(session: Session): Promise<void> {
  limitAct("profile", session.viewer.id);
  await replaceAvatar(session, null);
}

/** Should it end half-way, the hourly sweep removes the image that nothing uses. */
async function replaceAvatar(session: Session, avatarFile: string | null): Promise<void> {
  const isOwn = eq(users.id, session.viewer.id);
  const [[before], updated] = await db.batch([
    db.select({ file: users.avatarFile }).from(users).where(isOwn),
    db
      .update(users)
      .set({ avatarFile })
      .where(and(isOwn, canStillWrite(session.tokenHash, kind)))
      .returning({ id: users.id }),
  ]);
  const released = updated.length > 0 ? before?.file : avatarFile;
  if (released) {
    for (const { file } of await releaseImage(eq(images.file, released))) await deleteFile(file);
  }
  if (updated.length === 0) await requireWriteAccess(session, kind);
}
