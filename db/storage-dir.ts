import { resolve } from "node:path";

export const storageDir = resolve(process.env.STORAGE_DIR || "storage");

export const thumbnailName = (name: string): string =>
  name.endsWith(".webp") ? name.replace(".webp", "-small.webp") : `${name}.webp`;
