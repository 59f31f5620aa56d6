import type { Session } from "#app/platform/auth/sessions.server.ts";
import { type ImageRules, storeImage } from "#app/platform/files/images.server.ts";
import { fileError, type ReceivedFile, type UploadOptions } from "#app/platform/files/multipart.server.ts";
import { imageTexts, maxImageBytes, maxImagePixels } from "#app/platform/files/rules.ts";
import { receiveUpload } from "#app/platform/files/upload.server.ts";
import type { CallKey } from "#app/platform/limits/call-key.server.ts";

const rules: ImageRules = {
  isPost: true,
  large: { width: 1600, height: 1600, fit: "inside" },
  small: { width: 800, height: 400, fit: "cover" },
  maxPixels: maxImagePixels,
  tooManyPixels: imageTexts.tooManyPixels,
};

export const imageUpload = (field: string): UploadOptions => ({
  isPost: true,
  field,
  maxBytes: maxImageBytes,
  texts: imageTexts,
});

export const storeEventImage = (file: ReceivedFile, session: Session, callKey?: CallKey): Promise<string> =>
  storeImage(file, session, rules, callKey);

/** Returns the image's name under `/files/images`. @throws HttpError */
export const uploadEventImage = (request: Request, session: Session, callKey?: CallKey): Promise<string> =>
  receiveUpload(request, session, imageUpload("file"), async ({ file }) => {
    if (!file) throw fileError(422, imageTexts.missing);
    return storeEventImage(file, session, callKey);
  });
