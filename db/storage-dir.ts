import { resolve } from "node:path";

/** The one folder that the running server writes to. Reading it opens nothing. */
export const storageDir = resolve(process.env.STORAGE_DIR || "storage");

/** The name of the smaller picture that belongs to a stored file: a thumbnail, or the small version of an image. */
export const thumbnailName = (name: string): string =>
  name.endsWith(".webp") ? name.replace(".webp", "-small.webp") : `${name}.webp`;
