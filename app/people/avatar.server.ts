import { and, eq } from "drizzle-orm";
import { db, images, users, write } from "#db/index.ts";
import { canStillWrite, type WriteKind } from "#db/scopes/sessions.ts";
import { requireUnmuted, requireWriteAccess } from "../auth/guards.server.ts";
import type { Session } from "../auth/sessions.server.ts";
import { type ImageRules, releaseImage, storeImage } from "../files/images.server.ts";
import { fileError } from "../files/multipart.server.ts";
import { deleteFile } from "../files/storage.server.ts";
import { receiveUpload } from "../files/upload.server.ts";
import { HttpError } from "../http/problem.server.ts";
import { limitAction } from "../limits/rate-limit.server.ts";
import { avatarTexts, maxAvatarPixels, maxImageBytes } from "../schemas/resource-rules.ts";

const kind = { isPost: true };
const rules: ImageRules = {
  ...kind,
  large: { width: 240, height: 240, fit: "cover" },
  small: { width: 112, height: 112, fit: "cover" },
  maxPixels: maxAvatarPixels,
  tooManyPixels: avatarTexts.tooManyPixels,
};
const uploadOptions = { ...kind, field: "avatar", maxBytes: maxImageBytes, texts: avatarTexts };

/** Returns the name it is served under. @throws HttpError with the error of the file under `avatar` */
export async function storeAvatar(request: Request, session: Session): Promise<string> {
  requireUnmuted(session.viewer);
  try {
    return await receiveUpload(request, session, uploadOptions, async ({ file }) => {
      if (!file) throw fileError(422, avatarTexts.missing);
      const name = await storeImage(file, session, rules);
      await replaceAvatar(session, name, kind);
      return name;
    });
  } catch (error) {
    if (!(error instanceof HttpError) || !error.errors.file) throw error;
    throw new HttpError(error.status, error.message, { errors: { avatar: error.errors.file } });
  }
}

export async function removeAvatar(session: Session): Promise<void> {
  limitAction("profile", session.viewer.id);
  await replaceAvatar(session, null, { isPost: false });
}

/** The sweep removes what a crash leaves. */
async function replaceAvatar(session: Session, avatarFile: string | null, kind: WriteKind): Promise<void> {
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
    for (const { file } of await write(() => releaseImage(eq(images.file, released)))) await deleteFile(file);
  }
  if (updated.length === 0) await requireWriteAccess(session, kind);
}
