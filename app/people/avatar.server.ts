import { and, eq } from "drizzle-orm";
import type { ActionFunctionArgs } from "react-router";
import { requireSession, requireUnmuted, requireWriteAccess } from "#app/platform/auth/guards.server.ts";
import type { Session, Viewer } from "#app/platform/auth/sessions.server.ts";
import {
  deleteUnusedImage,
  type ImageRules,
  squareSizes,
  storeImage,
} from "#app/platform/files/images.server.ts";
import { fileError, type ReceivedFile, withFileField } from "#app/platform/files/multipart.server.ts";
import { imageTexts, maxImageBytes } from "#app/platform/files/rules.ts";
import { readTextFields, receiveUpload } from "#app/platform/files/upload.server.ts";
import { requireSender } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { db, users } from "#db/index.ts";
import { canStillWrite, type WriteKind } from "#db/scopes/sessions.ts";

const avatarTexts = {
  ...imageTexts,
  missing: "Please choose a picture.",
  tooManyPixels: "The image has too many pixels. The limit is 40 million.",
} as const;

const kind = { isPost: true };
const rules: ImageRules = {
  ...kind,
  ...squareSizes,
  maxPixels: 40_000_000,
  tooManyPixels: avatarTexts.tooManyPixels,
};
const uploadOptions = { ...kind, field: "avatar", maxBytes: maxImageBytes, texts: avatarTexts };

/** Returns the file name under which the avatar is served. @throws HttpError with the file's error under `avatar` */
export async function storeAvatar(request: Request, session: Session): Promise<string> {
  requireUnmuted(session.viewer);
  return withFileField("avatar", () =>
    receiveUpload(request, session, uploadOptions, async ({ file }) => {
      if (!file) throw fileError(422, avatarTexts.missing);
      return setAvatar(file, session);
    }),
  );
}

/**
 * Receives a form that may have a picture among its texts. Nothing is changed unless everything is valid.
 * @param form the maximum number of texts, and the message shown if the session has ended
 * @param read checks the texts and returns a function that saves them; null for a form that must have a picture
 * @throws HttpError with the texts that arrived, and the file's error under `avatar`
 */
export async function receiveFormWithAvatar(
  args: Pick<ActionFunctionArgs, "request" | "context" | "url">,
  { maxFields, loggedOut }: { maxFields: number; loggedOut: string },
  read: (fields: Record<string, string>, viewer: Viewer) => (() => Promise<unknown>) | null,
): Promise<void> {
  const { request } = args;
  const options = { ...uploadOptions, isPost: false, maxFields };
  try {
    const session = await requireSender(args, loggedOut);
    await withFileField("avatar", () =>
      receiveUpload(request, session, options, async ({ file, fields }) => {
        const save = read(fields, session.viewer);
        if (!file && save) return save();
        requireUnmuted(session.viewer);
        if (!file) throw fileError(422, avatarTexts.missing);
        return setAvatar(file, session, save ?? undefined);
      }),
    );
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    if (!request.bodyUsed) error.fields = await readTextFields(request, maxFields);
    // Without typed text to keep, a guest is redirected to the log-in.
    if (error.status === 401 && !("name" in error.fields)) await requireSession(args);
    throw error;
  }
}

async function setAvatar(
  file: ReceivedFile,
  session: Session,
  save?: () => Promise<unknown>,
): Promise<string> {
  const name = await storeImage(file, session, rules);
  try {
    await save?.();
  } catch (error) {
    await deleteUnusedImage(name);
    throw error;
  }
  await replaceAvatar(session, name, kind);
  return name;
}

export async function removeAvatar(session: Session): Promise<void> {
  limitAction("profile", session.viewer.id);
  await replaceAvatar(session, null, { isPost: false });
}

/** The sweep deletes files left behind by a crash. */
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
  if (released) await deleteUnusedImage(released);
  if (updated.length === 0) await requireWriteAccess(session, kind);
}
