import { rm } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { db, users } from "#db/index.ts";
import type { Viewer } from "../auth/session.server.ts";
import { HttpError } from "../http/problem.server.ts";
import { limitAct } from "../http/rate-limit.server.ts";
import { avatarTexts, maxAvatarPixels, maxImageBytes } from "../schemas/resource.ts";
import { commitImage, type ImageRules, reencodeImage, releaseImage } from "./images.server.ts";
import { deleteFile } from "./storage.server.ts";
import { fileError, type ReceivedFile, receiveUpload } from "./upload.server.ts";

/** A square of this many pixels: twice the edge at which pages show the large and the small avatars (`ui/avatar`). */
const squareOf = (pixels: number): ImageRules => ({
  width: pixels,
  height: pixels,
  fit: "cover",
  maxPixels: maxAvatarPixels,
  tooManyPixels: avatarTexts.tooManyPixels,
});
const large = squareOf(240);
const small = squareOf(112);

const uploadOptions = { field: "avatar", maxBytes: maxImageBytes, texts: avatarTexts };

/**
 * Makes the image in the field `avatar` of a multipart body a member's avatar, in place of the one before.
 * @returns the name it is served under
 * @throws HttpError, among them 429 above the daily quota, with what is wrong with the file under `avatar`
 */
export async function storeAvatar(request: Request, viewer: Viewer): Promise<string> {
  try {
    return await receiveUpload(request, viewer, uploadOptions, async ({ file }) => {
      if (!file) throw fileError(422, avatarTexts.missing);
      const name = await commitAvatar(file, viewer);
      await replaceAvatar(viewer, name);
      return name;
    });
  } catch (error) {
    if (!(error instanceof HttpError) || !error.errors.file) throw error;
    throw new HttpError(error.status, error.message, { errors: { avatar: error.errors.file } });
  }
}

async function commitAvatar(file: ReceivedFile, viewer: Viewer): Promise<string> {
  const path = await reencodeImage(file, large);
  try {
    return await commitImage(viewer, file.size, {
      "": path,
      // What is re-encoded already is small and safe to read.
      "-small": await reencodeImage({ ...file, path }, small),
    });
  } finally {
    await rm(path, { force: true });
  }
}

/** Removes a member's avatar, if there is one. @throws HttpError 429 */
export async function removeAvatar(viewer: Viewer): Promise<void> {
  limitAct("profile", viewer.id);
  await replaceAvatar(viewer, null);
}

/** Should it end half-way, the hourly sweep removes the image that nothing uses. */
async function replaceAvatar({ id }: Viewer, avatarFile: string | null): Promise<void> {
  const isOwn = eq(users.id, id);
  const [[before]] = await db.batch([
    db.select({ file: users.avatarFile }).from(users).where(isOwn),
    db.update(users).set({ avatarFile }).where(isOwn),
  ]);
  if (!before?.file) return;
  for (const { file } of await releaseImage(before.file)) await deleteFile(file);
}
