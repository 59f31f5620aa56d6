import type { Session } from "../auth/session.server.ts";
import { type ImageRules, storeImage } from "../files/images.server.ts";
import { fileError, type ReceivedFile, type UploadOptions } from "../files/multipart.server.ts";
import { receiveUpload } from "../files/upload.server.ts";
import { imageTexts, maxImageBytes, maxImagePixels } from "../schemas/resource-rules.ts";

const rules: ImageRules = {
  isPost: true,
  large: { width: 1600, height: 1600, fit: "inside" },
  /** Pages show it at 600x300. */
  small: { width: 800, height: 400, fit: "cover" },
  maxPixels: maxImagePixels,
  tooManyPixels: imageTexts.tooManyPixels,
};

/** How a multipart body with an event's image is received. */
export const imageUpload = (field: string): UploadOptions => ({
  isPost: true,
  field,
  maxBytes: maxImageBytes,
  texts: imageTexts,
});

/** Stores a received image for an event. Returns and throws like `storeImage`. */
export const storeEventImage = (file: ReceivedFile, session: Session): Promise<string> =>
  storeImage(file, session, rules);

/**
 * Stores an image for an event from the field `file` of a multipart body.
 * @returns the name it is served under
 * @throws HttpError, among them 429 above the daily quota
 */
export const uploadEventImage = (request: Request, session: Session): Promise<string> =>
  receiveUpload(request, session, imageUpload("file"), async ({ file }) => {
    if (!file) throw fileError(422, imageTexts.missing);
    return storeEventImage(file, session);
  });
